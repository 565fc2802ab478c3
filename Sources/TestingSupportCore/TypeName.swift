/// The name of a type as it is written in Swift, without modules: `[String: Int?]`, `Feature.State`.
package enum TypeName {
  package static func of(_ type: Any.Type) -> String {
    var text = withoutContexts(String(reflecting: type))[...]
    return name(&text)
  }

  /// A description without the modules of a type and of its generic arguments. What is in quotes stays as it is.
  static func withoutModules(_ description: String, ofTypesIn type: Any.Type) -> String {
    let modules = modules(in: String(reflecting: type))
    var result = ""
    var text = withoutContexts(description)[...]
    var isQuoted = false
    while let character = text.first {
      if !isQuoted, character.isPartOfIdentifier {
        let identifier = text.prefix(while: \.isPartOfIdentifier)
        text = text[identifier.endIndex...]
        let next = text.first == "." ? text.dropFirst().first : nil
        if next?.isUppercase == true, modules.contains(identifier), result.last != "." {
          text.removeFirst()
        } else {
          result += identifier
        }
        continue
      }
      result.append(text.removeFirst())
      if isQuoted, character == "\\", let escaped = text.popFirst() { result.append(escaped) }
      if character == "\"" { isQuoted.toggle() }
    }
    return result
  }

  /// What stands before the first dot of each path in a type's full name.
  private static func modules(in name: String) -> Set<Substring> {
    var modules: Set<Substring> = []
    var text = name[...]
    var previous: Character?
    while let character = text.first {
      guard character.isPartOfIdentifier else {
        previous = text.removeFirst()
        continue
      }
      let identifier = text.prefix(while: \.isPartOfIdentifier)
      text = text[identifier.endIndex...]
      if text.first == ".", previous != "." { modules.insert(identifier) }
      previous = identifier.last
    }
    return modules
  }

  /// Names of types inside functions include the address of the function.
  private static func withoutContexts(_ text: String) -> String {
    var text = text[...]
    var result = ""
    while let start = text.firstRange(of: "(unknown context at "),
      let end = text[start.upperBound...].firstIndex(of: ")")
    {
      result += text[..<start.lowerBound]
      text = text[end...].dropFirst(2)
    }
    return result + text
  }

  /// Reads a type, up to what cannot be a part of it: the comma after an argument, or what closes the list of them.
  private static func name(_ text: inout Substring) -> String {
    var name = ""
    var depth = 0
    while let character = text.first {
      if depth == 0, character == "," || character == ">" { break }
      if character.isPartOfIdentifier {
        name += path(&text)
      } else if text.hasPrefix("->") {
        name += "->"
        text.removeFirst(2)
      } else {
        if character == "(" || character == "[" { depth += 1 }
        if character == ")" || character == "]" { depth -= 1 }
        name.append(text.removeFirst())
      }
    }
    return name
  }

  /// Reads the name of a type with those that it is nested in, and without its module.
  private static func path(_ text: inout Substring) -> String {
    var components: [String] = []
    var isFirst = true
    while text.first?.isPartOfIdentifier == true {
      let identifier = text.prefix(while: \.isPartOfIdentifier)
      text = text[identifier.endIndex...]
      let isNested = text.first == "."
      if text.first == "<" {
        components.append(sugared(String(identifier), arguments(&text)))
      } else if !(isFirst && isNested) {
        components.append(String(identifier))
      }
      isFirst = false
      guard text.first == ".", text.dropFirst().first?.isPartOfIdentifier == true else { break }
      text.removeFirst()
    }
    return components.joined(separator: ".")
  }

  private static func arguments(_ text: inout Substring) -> [String] {
    var arguments: [String] = []
    while let character = text.first, character != ">" {
      text.removeFirst()
      if text.first == " " { text.removeFirst() }
      arguments.append(name(&text))
    }
    text = text.dropFirst()
    return arguments
  }

  private static func sugared(_ generic: String, _ arguments: [String]) -> String {
    switch (generic, arguments.count) {
    case ("Array", 1): "[\(arguments[0])]"
    case ("Dictionary", 2): "[\(arguments[0]): \(arguments[1])]"
    case ("Optional", 1): needsParentheses(arguments[0]) ? "(\(arguments[0]))?" : "\(arguments[0])?"
    default: "\(generic)<\(arguments.joined(separator: ", "))>"
    }
  }

  private static func needsParentheses(_ name: String) -> Bool {
    name.hasPrefix("any ") || name.contains("->")
  }
}

extension Character {
  fileprivate var isPartOfIdentifier: Bool { isLetter || isNumber || self == "_" || self == "$" }
}
