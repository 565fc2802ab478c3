/// Prints the changed lines of a string, with their number and the lines around them.
struct TextHunks {
  let middle: TextMiddle
  private(set) var lines: [DifferenceEntry.Line] = []
  // The first lines whose edits are not printed yet.
  private var next: (expected: Int, actual: Int) = (0, 0)

  init(middle: TextMiddle) {
    self.middle = middle
  }

  mutating func add(_ edit: SequenceAlignment.Edit) {
    switch edit {
    case .replaced(let expected, let actual), .moved(let expected, let actual, _):
      open(at: expected - next.expected)
      lines += comparison(middle.expected[expected], middle.actual[actual])
      next = (expected + 1, actual + 1)
    case .removed(let expected):
      open(at: expected - next.expected)
      lines.append(.expected(Self.shown(middle.expected[expected])))
      next.expected = expected + 1
    case .inserted(let actual):
      open(at: actual - next.actual)
      lines.append(.actual(Self.shown(middle.actual[actual])))
      next.actual = actual + 1
    }
  }

  /// - Parameter count: How many more edits there are than were added.
  mutating func end(leavingOut count: Int) {
    if !lines.isEmpty { close() }
    if count > 0 { lines.append(.note("… and \(count.grouped) more line\(count == 1 ? "" : "s")")) }
  }

  /// Goes on in the same hunk if no line is between, or opens a new one.
  private mutating func open(at skipped: Int) {
    let isFirst = lines.isEmpty
    guard skipped > 0 || isFirst else { return }
    if !isFirst { close() }
    next = (next.expected + skipped, next.actual + skipped)
    lines.append(.note("line \((middle.linesBefore + next.actual + 1).grouped):"))
    let before = next.actual > 0 ? middle.actual[next.actual - 1] : middle.before
    if let before { lines.append(.context(Self.shown(before))) }
  }

  /// One line of context after the last change.
  private mutating func close() {
    let after = next.actual < middle.actual.count ? middle.actual[next.actual] : middle.after
    if let after { lines.append(.context(Self.shown(after))) }
  }

  private func comparison(_ expected: String, _ actual: String) -> [DifferenceEntry.Line] {
    let isBlank = [expected, actual].contains { $0.isEmpty || $0.last?.isWhitespace == true }
    return LineComparison(expected: expected, actual: actual, quote: isBlank ? "\"" : "").lines
  }

  private static func shown(_ line: String) -> String {
    let start = String(line.prefix(101))
    let text = start.count > 100 ? "\(String(start.dropLast()).visible)…" : start.visible
    return text.isEmpty || text.last == " " ? "\"\(text)\"" : text
  }
}
