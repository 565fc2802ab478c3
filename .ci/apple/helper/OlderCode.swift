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

  init(_ original: String, version: [Int], limits: [(platform: String, version: String)]) {
    // Of each open `#if`: whether a branch before was surely taken, and whether this one is surely left out.
    var open: [(taken: Bool, isOut: Bool)] = []
    var lines: [String] = []
    for line in original.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = String(line)
      let bare = line.drop { $0 == " " || $0 == "\t" }
      if let keyword = ["#if ", "#elseif ", "#else", "#endif"].first(where: { bare.hasPrefix($0) }) {
        let value = Condition.value(of: bare.dropFirst(keyword.count), for: version)
        let taken = open.last?.taken ?? false
        switch keyword {
        case "#if ": open.append((value == true, value == false))
        case "#elseif " where !open.isEmpty: open[open.count - 1] = (taken || value == true, taken || value == false)
        case "#else" where !open.isEmpty: open[open.count - 1].isOut = taken
        case "#endif" where !open.isEmpty: open.removeLast()
        default: break
        }
        if keyword == "#if " || keyword == "#elseif " {
          line.replace(/\b(compiler|swift)\(([^)]*)\)/) { match in
            Condition.holds(match.output.2, for: version).map { String($0) } ?? String(match.output.0)
          }
        }
        seen.append("")
      } else {
        // A later system than this SDK knows adds nothing to what may be used.
        if line.contains("available(") {
          for limit in limits {
            line.replace(try! Regex("\\b\(limit.platform) ([0-9.]+)", as: (Substring, Substring).self)) { match in
              let isLater = match.output.1.compare(limit.version, options: .numeric) == .orderedDescending
              return "\(limit.platform) \(isLater ? limit.version : String(match.output.1))"
            }
          }
        }
        seen.append(open.contains { $0.isOut } ? "" : Substring(line))
      }
      lines.append(line)
    }
    text = lines.joined(separator: "\n")
  }
}

/// Writes the files as an older compiler would see them, and tells of names that it does not know.
func rewrite(version: String, checkout: String, destination: String, limits: String, names: String) {
  let numbers = version.split(separator: ".").compactMap { Int($0) }
  let limits = limits.split(separator: ",").compactMap { limit -> (platform: String, version: String)? in
    let parts = limit.split(separator: " ")
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }
  let newer = read(names).split(separator: "\n").filter { !$0.hasPrefix("#") }
    .map { $0.split(separator: "\t").map(String.init) }
    .filter { $0.count == 3 && numbers.lexicographicallyPrecedes($0[0].split(separator: ".").compactMap { Int($0) }) }
    .map { fields -> (version: String, regex: Regex<AnyRegexOutput>, what: String) in
      guard let regex = try? Regex(fields[1]) else { fail("\(names): not a regular expression: \(fields[1])") }
      return (fields[0], regex, fields[2])
    }
  while let path = readLine() {
    guard path.hasSuffix(".swift"), path.hasPrefix(checkout + "/") else { continue }
    let relative = path.dropFirst(checkout.count + 1)
    let code = OlderCode(read(path), version: numbers, limits: limits)
    write(code.text, to: "\(destination)/\(relative)")
    let bare = BareCode(code.seen.joined(separator: "\n")).text
    for (index, line) in bare.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for name in newer {
        guard let match = try? name.regex.firstMatch(in: String(line)) else { continue }
        let column = String(line).distance(from: String(line).startIndex, to: match.range.lowerBound) + 1
        print("\(relative):\(index + 1):\(column): error: \(name.what) needs Swift \(name.version)")
      }
    }
  }
}
