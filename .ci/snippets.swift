// Checks that every block of Swift in the documentation also stands in code that is compiled: the same lines in the same
// order, apart from indentation, blank lines and what switches a convention off. A line `// …` in a block stands for any lines.
// The documentation is the README, the articles, and the comments of the sources.
//
// Usage: snippets ROOT. Prints what it does not find as `file:line: error: …`, and fails if there is any.

import Foundation

let root = CommandLine.arguments.dropFirst().first ?? "."

struct Block {
  let file: String
  let line: Int
  let parts: [[String]]
}

func files(endingIn suffixes: [String]) -> [String] {
  let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
  return all.filter { path in
    let folders = path.split(separator: "/")
    return !folders.contains { $0 == ".build" || $0 == ".git" || $0 == ".ci" }
      && suffixes.contains(where: path.hasSuffix)
  }.sorted()
}

func lines(of path: String) -> [String] {
  let text = (try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)) ?? ""
  return text.components(separatedBy: "\n").map {
    $0.replacingOccurrences(of: "// sleep-is-the-subject", with: "").trimmingCharacters(in: .whitespaces)
  }
}

/// The lines of a text; of code, only what its documentation comments say.
func documentation(in path: String) -> [String] {
  guard path.hasSuffix(".swift") else { return lines(of: path) }
  return lines(of: path).map { $0.hasPrefix("///") ? $0.dropFirst(3).trimmingCharacters(in: .whitespaces) : "" }
}

func blocks(in path: String) -> [Block] {
  var found: [Block] = []
  var start: Int?
  var parts: [[String]] = [[]]
  for (index, line) in documentation(in: path).enumerated() {
    if start == nil {
      if line == "```swift" { (start, parts) = (index + 1, [[]]) }
    } else if line == "```" {
      found.append(Block(file: path, line: start ?? 0, parts: parts.filter { !$0.isEmpty }))
      start = nil
    } else if line == "// …" {
      parts.append([])
    } else if !line.isEmpty {
      parts[parts.count - 1].append(line)
    }
  }
  return found
}

/// Whether the parts follow each other in a file, each without a gap.
func stand(_ parts: [[String]], in code: [String]) -> Bool {
  var from = 0
  for part in parts {
    guard let place = place(of: part, in: code, from: from) else { return false }
    from = place + part.count
  }
  return true
}

func place(of part: [String], in code: [String], from start: Int) -> Int? {
  guard code.count - part.count >= start, let first = part.first else { return nil }
  return (start...(code.count - part.count)).first { place in
    code[place] == first && Array(code[place..<(place + part.count)]) == part
  }
}

let code = files(endingIn: [".swift"])
  .filter { !$0.hasSuffix("Package.swift") }
  .map { lines(of: $0).filter { !$0.isEmpty && !$0.hasPrefix("// conventions:ignore") } }
var count = 0
var missing = 0
for path in files(endingIn: [".md", ".tutorial", ".swift"])
where path == "README.md" || path.contains(".docc/") || path.hasPrefix("Sources/") {
  for block in blocks(in: path) {
    count += 1
    guard !code.contains(where: { stand(block.parts, in: $0) }) else { continue }
    missing += 1
    print(
      "\(path):\(block.line): error: this block stands in no compiled file: \(block.parts.first?.first ?? "(empty)")"
    )
  }
}
print("\(count) blocks of code in the documentation, \(missing) of them in no compiled file")
exit(missing == 0 ? 0 : 1)
