/// The picture of a run, as an SVG: a lane for each task, a box for each step, and those marked that differ from FIFO.
///
/// It is readable on a light and on a dark background. Steps that don't fit side by side continue in another row, which
/// has a lane for each task that takes a step there.
struct InterleavingPicture {
  struct Step {
    /// Counted from 1. Where numbers are missing, steps are omitted.
    var number: Int
    /// Who takes it.
    var lane: String
    /// What a reader sees who points at it.
    var text: String
    /// Whether it differs from FIFO order.
    var isMarked = false
    /// Whether the test failed in it.
    var isFailing = false
  }

  static let stepsInRow = 20

  let title: String
  let steps: [Step]

  var svg: String {
    let rows = self.rows
    let width = max(rows.map(\.width).max() ?? 0, Row.textWidth(title) + 2 * Row.margin, 300)
    var (y, content) = (48, "")
    for row in rows {
      content += row.svg(y: y)
      y += row.height
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(y + 24)" viewBox="0 0 \(width) \(y + 24)" role="img">
      <title>\(title.escapedForXML)</title>
      <style>
      svg { --paper: #ffffff; --ink: #1d1d1f; --line: #c7c7cc; --fill: #f2f2f7; --red: #c9001b; --redfill: #fbe3e4; }
      @media (prefers-color-scheme: dark) {
      svg { --paper: #1d1d1f; --ink: #f5f5f7; --line: #56565b; --fill: #2c2c2e; --red: #ff7b74; --redfill: #4a1f22; }
      }
      text { font: 14px -apple-system, "Helvetica Neue", "Segoe UI", Roboto, sans-serif; fill: var(--ink); }
      .paper { fill: var(--paper); }
      .title { font-size: 16px; font-weight: 600; }
      .middle { text-anchor: middle; }
      .axis { stroke: var(--line); stroke-width: 1.5; }
      .box { fill: var(--fill); stroke: var(--line); stroke-width: 1.5; }
      .marked .box { fill: var(--redfill); stroke: var(--red); }
      .marked text, .failing { fill: var(--red); }
      </style>
      <rect class="paper" width="100%" height="100%"/>
      <text class="title" x="\(Row.margin)" y="28">\(title.escapedForXML)</text>
      \(content)<text x="\(Row.margin)" y="\(y + 8)">▸ differs from FIFO order · ✘ the test fails</text>
      </svg>

      """
  }

  private var rows: [Row] {
    let digits = steps.last.map { String($0.number).count } ?? 1
    let lanes = steps.map(\.lane).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return stride(from: 0, to: steps.count, by: Self.stepsInRow).map { start in
      Row(
        steps: steps[start..<min(start + Self.stepsInRow, steps.count)],
        previous: start > 0 ? steps[start - 1].number : 0,
        lanes: lanes,
        boxWidth: 14 + 9 * (digits + 1)
      )
    }
  }
}

/// Steps that are side by side.
private struct Row {
  static let margin = 14
  private static let laneHeight = 40
  private static let longestLabel = 30

  private let steps: ArraySlice<InterleavingPicture.Step>
  private let boxWidth: Int
  private let lanes: [String]
  private let labelWidth: Int
  // By step: the left edge of its box, and whether steps are omitted before it.
  private let columns: [(x: Int, followsGap: Bool)]

  init(steps: ArraySlice<InterleavingPicture.Step>, previous: Int, lanes: [String], boxWidth: Int) {
    self.steps = steps
    self.boxWidth = boxWidth
    let taken = Set(steps.map(\.lane))
    self.lanes = lanes.filter(taken.contains)
    labelWidth = taken.map { Self.textWidth(Self.shortened($0)) }.max() ?? 0
    var (x, previous) = (Self.margin + labelWidth + 10, previous)
    columns = steps.map { step in
      let followsGap = step.number > previous + 1
      if followsGap { x += boxWidth }
      defer { (x, previous) = (x + boxWidth + 5, step.number) }
      return (x, followsGap)
    }
  }

  var width: Int { (columns.last?.x ?? 0) + boxWidth + Self.margin }
  var height: Int { lanes.count * Self.laneHeight + 24 }

  static func textWidth(_ text: String) -> Int { text.count * 8 }

  func svg(y: Int) -> String {
    var text = ""
    for (index, lane) in lanes.enumerated() {
      let center = y + index * Self.laneHeight + 14
      text += "<g class=\"lane\"><path class=\"axis\" d=\"M\(Self.margin + labelWidth + 4) \(center)H\(width - 6)\"/>"
      text += "<text x=\"\(Self.margin)\" y=\"\(center + 5)\">\(Self.shortened(lane).escapedForXML)</text></g>\n"
    }
    for (step, column) in zip(steps, columns) {
      let top = y + (lanes.firstIndex(of: step.lane) ?? 0) * Self.laneHeight
      if column.followsGap {
        text += "<text class=\"gap middle\" x=\"\(column.x - boxWidth / 2 - 2)\" y=\"\(top + 19)\">…</text>\n"
      }
      text += box(of: step, x: column.x, y: top)
    }
    return text
  }

  private func box(of step: InterleavingPicture.Step, x: Int, y: Int) -> String {
    let middle = x + boxWidth / 2
    let failure = step.isFailing ? "<text class=\"failing middle\" x=\"\(middle)\" y=\"\(y + 41)\">✘</text>" : ""
    return """
      <g class="step\(step.isMarked ? " marked" : "")"><title>\(step.text.escapedForXML)</title>\
      <rect class="box" x="\(x)" y="\(y)" width="\(boxWidth)" height="28" rx="6"/>\
      <text class="middle" x="\(middle)" y="\(y + 19)">\(step.isMarked ? "▸" : "")\(step.number)</text>\(failure)</g>

      """
  }

  private static func shortened(_ lane: String) -> String {
    lane.count > longestLabel ? "\(lane.prefix(longestLabel / 2))…\(lane.suffix(longestLabel / 2 - 1))" : lane
  }
}

extension String {
  /// The text as XML has it: without what it cannot have at all, such as most control characters.
  fileprivate var escapedForXML: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n", "\t", "\r": text += " "
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
