import Foundation
import Testing

@Suite(
  "The patterns of the five guides",
  .enabled(if: FileManager.default.fileExists(atPath: table.path), "The repository is not on this device.")
)
struct PatternTableTests {
  @Test("When a row names a page, a file or a section then it exists", arguments: try makeRows())
  func whenRowNamesSomething_thenItExists(row: PatternRow) throws {
    let page = try String(contentsOf: guide.appendingPathComponent("\(row.page).md"), encoding: .utf8)

    let missingSections = row.sections.filter { !page.contains("# \($0)\n") }
    #expect(missingSections == [])
    guard let file = row.file else {
      #expect(row.sections != [], "The row says neither where in the code nor where on the page.")
      return
    }
    let url = try #require(sources[file], "\(file) is in neither Examples nor Tests nor Sources.")
    let words = Set(try String(contentsOf: url, encoding: .utf8).split { !($0.isLetter || $0.isNumber || $0 == "_") })
    #expect(row.symbols.filter { !words.contains($0[...]) } == [])
  }

  @Test("When the five guides are counted then each has its table")
  func whenGuidesAreCounted_thenEachHasItsTable() throws {
    let text = try String(contentsOf: table, encoding: .utf8)

    #expect(text.components(separatedBy: "| Pattern | Page | Where |").count - 1 == 5)
    #expect(try makeRows().map(\.pattern).filter(\.isEmpty) == [])
  }
}

// MARK: - makeSUT and Helper Factory Methods

struct PatternRow: Sendable, CustomTestStringConvertible {
  let pattern: String
  let page: String
  let file: String?
  let symbols: [String]
  let sections: [String]

  var testDescription: String { pattern }
}

private let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
private let guide = root.appendingPathComponent("Sources/TestingSupport/TestingSupport.docc")
private let table = guide.appendingPathComponent("PatternsOfTheFiveGuides.md")

/// The files of the repository by their names.
private let sources: [String: URL] = {
  var found: [String: URL] = [:]
  for folder in ["Examples/Sources", "Examples/Tests", "Tests", "Sources"].map(root.appendingPathComponent) {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    for path in paths where path.hasSuffix(".swift") {
      let url = folder.appendingPathComponent(path)
      found[url.lastPathComponent] = found[url.lastPathComponent] ?? url
    }
  }
  return found
}()

private func makeRows() throws -> [PatternRow] {
  guard FileManager.default.fileExists(atPath: table.path) else { return [] }
  return try String(contentsOf: table, encoding: .utf8).components(separatedBy: "\n").compactMap(PatternRow.init)
}

extension PatternRow {
  /// A row of a table; `nil` for any other line.
  fileprivate init?(_ line: String) {
    let cells = line.components(separatedBy: " | ")
    guard cells.count == 3, cells[1].hasPrefix("<doc:") else { return nil }
    pattern = String(cells[0].drop { $0 == "|" || $0 == " " })
    page = String(cells[1].dropFirst("<doc:".count).dropLast())
    let names = Self.parts(of: cells[2], between: "`")
    file = names.first { $0.hasSuffix(".swift") }
    symbols = names.filter { !$0.hasSuffix(".swift") }
    sections = Self.parts(of: cells[2], between: "\"")
  }

  private static func parts(of text: String, between mark: String) -> [String] {
    let parts = text.components(separatedBy: mark)
    return stride(from: 1, to: parts.count - 1, by: 2).map { parts[$0] }
  }
}
