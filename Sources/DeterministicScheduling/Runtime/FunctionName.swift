internal import DeterministicSchedulingLoader

/// Where in the code a job continues.
struct CodeReference: Sendable {
  /// The function's address; zero if it is not known.
  var function: UInt = 0
  /// What lies first in the context of a function that may only be there to call a closure.
  var captures: (UInt, UInt) = (0, 0)

  /// Where to look for the function, one after the other.
  var addresses: [UInt] { [function, captures.0, captures.1].filter { $0 != 0 } }

  /// The name of the user's function, such as `closure #1 in FeedTests.whenFeedLoads()`, or `nil` if it is not known.
  var functionName: String? {
    addresses.lazy.compactMap(FunctionName.init(at:)).first(where: \.isWrittenByUser)?.text
  }
}

extension CodeReference {
  init(_ code: testing_support_code_reference) {
    function = UInt(bitPattern: code.function)
    captures = (UInt(bitPattern: code.captures.0), UInt(bitPattern: code.captures.1))
  }
}

extension FunctionName {
  // By address.
  private static let cache = SearchCache<UInt, FunctionName>()

  /// The function that an address lies in.
  init?(at address: UInt) {
    guard let name = Self.cache.value(of: address, search: Self.init(searchingFor:)) else { return nil }
    self = name
  }

  private init?(searchingFor address: UInt) {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    var buffer = [CChar](repeating: 0, count: 4096)
    guard testing_support_name_of_function(pointer, &buffer, buffer.count) else { return nil }
    let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    self.init(demangled: String(decoding: bytes, as: UTF8.self))
  }
}

extension FunctionName {
  /// The package's own modules, and those of the toolchain: a user looks for the function that called them.
  static let supportingModules: Set = [
    "Swift", "_Concurrency", "Testing", "XCTest", "Foundation", "Dispatch", "DeterministicScheduling",
    "DeterministicSchedulingClosures",
    "FoundationDoubles", "LeakTracking", "LinearizabilityTesting", "NetworkDoubles", "StoreTesting",
    "StreamExpectations", "TestAssertions",
    "TestBuilders", "TestClocks", "TestDoubles", "TestingSupport", "TestingSupportCore", "XCTestSupport",
  ]

  /// Whether the function is in the code of a user, who would recognize its name, and not what a macro has generated.
  var isWrittenByUser: Bool {
    !text.hasPrefix("(") && !text.contains("specialization") && !text.contains("$s")
      && !Self.supportingModules.contains(module)
  }

  /// The name without the types around the innermost one.
  var shortText: String {
    let parts = text.split(separator: " in ")
    guard let place = parts.last, let open = place.firstIndex(of: "(") else { return text }
    let names = place[..<open].split(separator: ".").suffix(2).joined(separator: ".")
    return (parts.dropLast() + [names + place[open...]]).joined(separator: " in ")
  }
}

/// A function's name without the types and modules that the runtime reports with it.
package struct FunctionName: Hashable, Sendable {
  /// The name, such as `closure #1 in FeedTests.whenFeedLoads()`.
  package let text: String
  /// The module that it is declared in.
  package let module: String

  /// - Parameter demangled: The whole name, such as
  ///   `(1) await resume partial function for closure #1 () async -> () in Tests.FeedTests.whenFeedLoads() async -> ()`.
  /// - Returns: `nil` for code that the compiler generated.
  package init?(demangled: String) {
    var name = demangled[...]
    // An async function is compiled to several functions, one for each point at which it may resume.
    for marker in [" function for ", "partial apply forwarder for ", "partial apply for "] {
      if let start = name.firstRange(of: marker)?.upperBound { name = name[start...] }
    }
    for prefix in ["async function pointer to ", "static "] where name.hasPrefix(prefix) {
      name.removeFirst(prefix.count)
    }
    guard name.contains("("), !name.contains("thunk"), !name.contains("metadata for "),
      !name.hasPrefix("protocol witness for ")
    else { return nil }
    let declaration = name.split(separator: " in ").last { !$0.hasPrefix("_") } ?? name
    let isStatic = declaration.hasPrefix("static ")
    module = String(declaration.dropFirst(isStatic ? 7 : 0).prefix { $0 != "." && $0 != "(" })
    text = name.split(separator: " in ").reduce(into: [Substring]()) { parts, part in
      // What is in parentheses is no place, but a private name.
      if part.hasPrefix("_"), let last = parts.popLast() {
        parts.append(Substring(last + " in " + part))
      } else {
        parts.append(part)
      }
    }
    .map(Self.shortened).joined(separator: " in ")
  }

  private static func shortened(_ part: Substring) -> String {
    if part.hasPrefix("closure #") || part.hasPrefix("implicit closure #") {
      return part.split(separator: " ").prefix { !$0.hasPrefix("(") && !$0.hasPrefix("@") }.joined(separator: " ")
    }
    let part = withoutDiscriminator(part)
    guard let open = part.firstIndex(of: "(") else { return withoutModule(part[...]) }
    return withoutModule(part[..<open]) + "(" + labels(of: part[open...].dropFirst()) + ")"
  }

  // A private name is demangled as "(name in _3AEB9F28)".
  private static func withoutDiscriminator(_ part: Substring) -> String {
    guard let start = part.firstRange(of: ".("), let space = part[start.upperBound...].firstIndex(of: " "),
      let end = part[space...].firstIndex(of: ")"), part[space..<end].hasPrefix(" in _")
    else { return String(part) }
    return part[..<start.lowerBound] + "." + part[start.upperBound..<space] + part[end...].dropFirst()
  }

  // A generic function has its parameters behind its name, a private one a number beside it.
  private static func withoutModule(_ path: Substring) -> String {
    let path = path.prefix { $0 != "<" }.split(separator: " ").last ?? path
    let names = path.split(separator: ".")
    return (names.count > 1 ? names.dropFirst() : names[...]).joined(separator: ".")
  }

  // The labels of the arguments that begin here; an argument without a label is shown by its type alone.
  private static func labels(of text: Substring) -> String {
    var (labels, depth, argument) = ("", 0, "")
    for character in text {
      if depth == 0, character == ")" || character == "," {
        if character == ")", argument.isEmpty { break }
        let label = argument.split(separator: ":", maxSplits: 1)
        labels +=
          label.count == 2 && !label[0].contains { "<([ .".contains($0) } ? "\(label[0].filter { $0 != " " }):" : "_:"
        argument = ""
        if character == ")" { break }
        continue
      }
      if "([<".contains(character) { depth += 1 }
      if ")]".contains(character) || (character == ">" && argument.last != "-") { depth -= 1 }
      if !(argument.isEmpty && character == " ") { argument.append(character) }
    }
    return labels
  }
}
