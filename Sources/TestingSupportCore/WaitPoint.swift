/// A gate or a clock: where tasks wait until the test itself lets them go on.
///
/// Its schedule remembers it, so that a failing wait can name who waits there.
package protocol WaitPoint: AnyObject, Sendable {
  /// Who waits there, as a part of a sentence; `nil` if nobody does.
  var waiterSummary: String? { get }
  /// More about each of them, a line each.
  var details: [String] { get }
}

extension WaitPoint {
  package var details: [String] { [] }
}

extension [any WaitPoint] {
  /// Who waits, on a line of its own: "Still waiting: 2 calls at the closed gate."
  package var inlineSummary: String {
    let longest = 3
    let present = compactMap(\.waiterSummary)
    if present.isEmpty { return "" }
    let names = present.prefix(longest).joined(separator: ", ")
    return "\nStill waiting: \(names)\(present.count > longest ? ", and others" : "")."
  }

  /// Who waits, in lines below a failure that says which tasks do.
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
