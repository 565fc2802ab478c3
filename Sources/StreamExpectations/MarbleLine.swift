import Testing
import TestingSupportCore

/// A stream in one line: `--(a)--(b)--|`.
struct MarbleLine: CustomStringConvertible {
  /// How the line ends.
  enum End {
    case open
    case finish
    case failure((any Error)?)
    /// More may follow, or is not there yet.
    case unfinished

    /// The end of what was received, by the last event.
    init<Element>(of last: StreamEvent<Element>?) {
      self =
        switch last {
        case .finish: .finish
        case .failure(let error): .failure(error)
        case .element, nil: .unfinished
        }
    }
  }

  private static let limit = 12
  private static let shownBefore = 3
  private static let textLimit = 60

  private let marbles: [String]
  private let end: End
  private let omittedCount: Int

  /// - Parameters:
  ///   - elements: What is on the line.
  ///   - end: How it ends.
  ///   - commonCount: How many elements at the start are the same on both sides; a long line omits all but a few of
  ///     them.
  init(_ elements: some Collection, end: End, commonCount: Int = 0) {
    let isLong = elements.count > Self.limit
    omittedCount = isLong ? max(0, min(commonCount, elements.count) - Self.shownBefore) : 0
    marbles = elements.dropFirst(omittedCount).prefix(Self.limit).map { element in
      String(describingForMessage: element).inOneLine(upTo: Self.textLimit)
    }
    self.end = end
    leftOutCount = elements.count - omittedCount - marbles.count
  }

  private let leftOutCount: Int

  var description: String {
    (omittedCount > 0 ? "--⋯\(omittedCount) more⋯" : "")
      + marbles.map { "--(\($0))" }.joined()
      + (leftOutCount > 0 ? "--⋯\(leftOutCount) more⋯" : "")
      + tail
  }

  private var tail: String {
    switch end {
    case .open: "--"
    case .finish: "--|"
    case .failure(nil): "--✕"
    case .failure(let error?): "--✕ \(String(describingForMessage: error).inOneLine(upTo: Self.textLimit))"
    case .unfinished: "--…"
    }
  }
}
