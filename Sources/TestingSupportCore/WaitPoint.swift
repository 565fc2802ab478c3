/// A gate or a clock: a point at which tasks wait until the test resumes them.
///
/// Its schedule registers it, so that a failing wait can list the tasks that wait there.
package protocol WaitPoint: AnyObject, Sendable {
  /// The waiting tasks, as part of a sentence; `nil` if there are none.
  var waiterSummary: String? { get }
  /// More about each of them, a line each.
  var details: [String] { get }
}

extension WaitPoint {
  package var details: [String] { [] }
}

extension [any WaitPoint] {
  /// The waiting tasks, on a separate line: "Still waiting: 2 calls at the closed gate."
  package var inlineSummary: String {
    let longest = 3
    let present = compactMap(\.waiterSummary)
    if present.isEmpty { return "" }
    let names = present.prefix(longest).joined(separator: ", ")
    return "\nStill waiting: \(names)\(present.count > longest ? ", and others" : "")."
  }

  /// The waiting tasks, in lines below a failure that names them.
  package var listing: String {
    let longest = 8
    let present = compactMap { room in
      room.waiterSummary.map { waiterSummary in
        let details = room.details
        return "\n\(waiterSummary)\(details.isEmpty ? "" : ":")" + details.map { "\n\($0)" }.joined()
      }
    }
    let more = present.count > longest ? "\n… and at \(present.count - longest) more gates or clocks" : ""
    return present.prefix(longest).joined() + more
  }
}
