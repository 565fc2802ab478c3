import Foundation

/// A condition of `#if`, as far as it is known: what an older compiler would say of `compiler` and `swift`.
struct Condition {
  private var rest: Substring
  private let version: [Int]

  static func value(of text: Substring, for version: [Int]) -> Bool? {
    var condition = Condition(rest: text, version: version)
    return condition.either()
  }

  private mutating func skip(_ token: String) -> Bool {
    rest = rest.drop { $0 == " " }
    guard rest.hasPrefix(token) else { return false }
    rest = rest.dropFirst(token.count)
    return true
  }

  private mutating func either() -> Bool? {
    var value = both()
    while skip("||") {
      let other = both()
      value = value == true || other == true ? true : value == nil || other == nil ? nil : false
    }
    return value
  }

  private mutating func both() -> Bool? {
    var value = one()
    while skip("&&") {
      let other = one()
      value = value == false || other == false ? false : value == nil || other == nil ? nil : true
    }
    return value
  }

  private mutating func one() -> Bool? {
    if skip("!") { return one().map { !$0 } }
    if skip("(") {
      let value = either()
      _ = skip(")")
      return value
    }
    rest = rest.drop { $0 == " " }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    rest = rest.dropFirst(name.count)
    if name == "true" || name == "false" { return name == "true" }
    guard skip("(") else { return nil }
    let argument = rest.prefix { $0 != ")" }
    rest = rest.dropFirst(argument.count + 1)
    return name == "compiler" || name == "swift" ? Self.holds(argument, for: version) : nil
  }

  /// Whether a version is as `>=6.2` or `<6.3` says.
  static func holds(_ requirement: Substring, for version: [Int]) -> Bool? {
    let requirement = requirement.filter { $0 != " " }
    let symbol = requirement.hasPrefix(">=") ? ">=" : requirement.hasPrefix("<") ? "<" : ""
    guard !symbol.isEmpty else { return nil }
    let other = requirement.dropFirst(symbol.count).split(separator: ".").compactMap { Int($0) }
    return symbol == ">=" ? !version.lexicographicallyPrecedes(other) : version.lexicographicallyPrecedes(other)
  }
}

/// What an older compiler would see of a file.
struct OlderCode {
  /// The file with `true` and `false` where its conditions ask for the compiler.
  private(set) var text = ""
  /// Its lines without what is surely not compiled.
  private(set) var seen: [Substring] = []
  /// The numbers of the lines that this compiler and the older one may see differently.
  private(set) var changedLines: Set<Int> = []

  init(_ original: String, version: [Int], current: [Int], limits: [(platform: String, version: String)]) {
    // Of each open `#if`: whether a branch before was surely taken, whether this one is surely left out, and whether any of
    // its conditions has another answer now.
    var open: [(taken: Bool, isOut: Bool, isChanged: Bool)] = []
    var lines: [String] = []
    for (number, line) in original.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var line = String(line)
      let bare = line.drop { $0 == " " || $0 == "\t" }
      if let keyword = ["#if ", "#elseif ", "#else", "#endif"].first(where: { bare.hasPrefix($0) }) {
        let value = Condition.value(of: bare.dropFirst(keyword.count), for: version)
        let taken = open.last?.taken ?? false
        let isChanged = Self.answered(line, for: version) != Self.answered(line, for: current)
        switch keyword {
        case "#if ": open.append((value == true, value == false, isChanged))
        case "#elseif " where !open.isEmpty:
          let wasChanged = open[open.count - 1].isChanged
          open[open.count - 1] = (taken || value == true, taken || value == false, wasChanged || isChanged)
        case "#else" where !open.isEmpty: open[open.count - 1].isOut = taken
        case "#endif" where !open.isEmpty: open.removeLast()
        default: break
        }
        if keyword == "#if " || keyword == "#elseif " { line = Self.answered(line, for: version) }
        seen.append("")
      } else {
        // A later system than this SDK knows adds nothing to what may be used.
        if line.contains("available(") {
          for limit in limits {
            line.replace(try! Regex("\\b\(limit.platform) ([0-9.]+)", as: (Substring, Substring).self)) { match in
              let isLater = match.output.1.compare(limit.version, options: .numeric) == .orderedDescending
              if isLater { changedLines.insert(number) }
              return "\(limit.platform) \(isLater ? limit.version : String(match.output.1))"
            }
          }
        }
        seen.append(open.contains { $0.isOut } ? "" : Substring(line))
      }
      if open.contains(where: \.isChanged) { changedLines.insert(number) }
      lines.append(line)
    }
    text = lines.joined(separator: "\n")
  }

  private static func answered(_ line: String, for version: [Int]) -> String {
    line.replacing(/\b(compiler|swift)\(([^)]*)\)/) { match in
      Condition.holds(match.output.2, for: version).map { String($0) } ?? String(match.output.0)
    }
  }
}

/// The names of the declarations that lines of a file change for code elsewhere.
///
/// Not of those in the bodies of functions, of private ones, and of the members of a type that is itself among them: to get
/// at a value of that type, code has to name the type, or another one of these declarations.
func visibleNames(in changedLines: Set<Int>, of bareCode: String) -> Set<String> {
  guard !changedLines.isEmpty else { return [] }
  var names: Set<String> = []
  // The text before each open brace, and whether it stands in a changed line.
  var open: [(header: String, isChanged: Bool)] = []
  var header = ""
  // After a changed attribute.
  var isNextChanged = false
  for (number, line) in bareCode.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
    let isChanged = changedLines.contains(number) || isNextChanged
    if isChanged, open.allSatisfy({ showsMembers($0.header, isChanged: $0.isChanged) }), !line.contains("private ") {
      var declared = declaredNames(in: line)
      // What has no name of its own is used by that of its type.
      if line.firstMatch(of: /\b(init|subscript)\b|\bfunc\s+[^\w\s`]/) != nil {
        declared.formUnion(declaredNames(in: open.last?.header ?? ""))
      }
      isNextChanged = declared.isEmpty && (isNextChanged || line.contains("available("))
      names.formUnion(declared)
    }
    for character in line {
      switch character {
      case "{":
        open.append((header, isChanged))
        header = ""
      case "}":
        _ = open.popLast()
        header = ""
      default: header.append(character)
      }
    }
    header.append("\n")
  }
  return names
}

private func showsMembers(_ header: String, isChanged: Bool) -> Bool {
  if header.contains(/\bextension\b/) { return true }
  return !isChanged && header.contains(/\b(class|struct|enum|actor|protocol)\b/)
}

private func declaredNames(in code: some StringProtocol) -> Set<String> {
  let code = String(code)
  var names: Set<String> = []
  let declaration =
    /\b(?:func|var|let|class|struct|enum|actor|protocol|typealias|macro|associatedtype|extension)\s+`?((?:\w|\.)+)/
  for match in code.matches(of: declaration) { names.formUnion(words(in: String(match.1))) }
  if let match = code.firstMatch(of: /\bcase\s+(.*)/) { names.formUnion(words(in: String(match.1))) }
  return names.subtracting(["func", "var", "let"])
}

/// The folder of a test target, which nobody imports.
private func testFolder(of path: String) -> String {
  path.firstMatch(of: /^(.*\/)?Tests\/[^\/]+\//).map { String($0.0) } ?? ""
}

private func words(in code: String) -> Set<String> {
  let isOther = { (byte: UInt8) in
    !(byte == UInt8(ascii: "_") || byte >= 128 || Character(Unicode.Scalar(byte)).isLetter || byte >= 48 && byte <= 57)
  }
  return Set(code.utf8.split(whereSeparator: isOther).map { String(decoding: $0, as: UTF8.self) })
}

/// Writes the files as an older compiler would see them, and tells of names that it does not know. The file `affected` gets
/// the files that it may see differently, or that name a declaration that it may.
func rewrite(version: String, current: String, checkout: String, destination: String, limits: String, names: String) {
  func numbers(_ version: some StringProtocol) -> [Int] { version.split(separator: ".").compactMap { Int($0) } }
  let version = numbers(version)
  let limits = limits.split(separator: ",").compactMap { limit -> (platform: String, version: String)? in
    let parts = limit.split(separator: " ")
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }
  let newer = read(names).split(separator: "\n").filter { !$0.hasPrefix("#") }
    .map { $0.split(separator: "\t").map(String.init) }
    .filter { $0.count == 3 && version.lexicographicallyPrecedes(numbers($0[0])) }
    .map { fields -> (version: String, regex: NSRegularExpression, what: String) in
      // Faster by far than those of Swift, with which this took most of the time.
      guard let regex = try? NSRegularExpression(pattern: fields[1]) else {
        fail("\(names): not a regular expression: \(fields[1])")
      }
      return (fields[0], regex, fields[2])
    }
  var originals: [String: String] = [:]
  // By the folder of the tests that alone can use them; of all others, by nothing.
  var changedNames: [String: Set<String>] = [:]
  var affected: Set<String> = []
  while let path = readLine() {
    guard path.hasSuffix(".swift"), path.hasPrefix(checkout + "/") else { continue }
    let relative = String(path.dropFirst(checkout.count + 1))
    let original = read(path)
    let code = OlderCode(original, version: version, current: numbers(current), limits: limits)
    write(code.text, to: "\(destination)/\(relative)")
    originals[relative] = original
    if !code.changedLines.isEmpty {
      affected.insert(relative)
      let names = visibleNames(in: code.changedLines, of: BareCode(original).text)
      changedNames[testFolder(of: relative), default: []].formUnion(names)
    }
    let bare = BareCode(code.seen.joined(separator: "\n")).text
    for name in newer {
      for match in name.regex.matches(in: bare, range: NSRange(bare.startIndex..., in: bare)) {
        guard let start = Range(match.range, in: bare)?.lowerBound else { continue }
        let before = bare[..<start].split(separator: "\n", omittingEmptySubsequences: false)
        let column = (before.last?.count ?? 0) + 1
        print("\(relative):\(before.count):\(column): error: \(name.what) needs Swift \(name.version)")
      }
    }
  }
  for (file, code) in originals where !affected.contains(file) {
    let names = changedNames["", default: []].union(changedNames[testFolder(of: file), default: []])
    if !words(in: code).isDisjoint(with: names) { affected.insert(file) }
  }
  write(affected.sorted().map { "\(destination)/\($0)\n" }.joined(), to: "\(destination)/affected")
}
