/// A gate or a clock: where tasks wait until the test itself lets them go on.
///
/// Its schedule remembers it, so that a test that waits in vain is told who waits there.
package protocol WaitingRoom: AnyObject, Sendable {
  /// Who waits there, as a part of a sentence; `nil` if nobody does.
  var whoWaits: String? { get }
  /// More about each of them, a line each.
  var details: [String] { get }
}

extension WaitingRoom {
  package var details: [String] { [] }
}

extension [any WaitingRoom] {
  /// Who waits, as the end of a clause that says what never came: ", with 2 calls at the closed gate".
  package var clause: String {
    let longest = 3
    let present = compactMap(\.whoWaits)
    if present.isEmpty { return "" }
    return ", with \(present.prefix(longest).joined(separator: ", "))\(present.count > longest ? " and others" : "")"
  }

  /// Who waits, in lines below a failure that says which tasks do.
  package var paragraph: String {
    let longest = 8
    let present = compactMap { room in
      room.whoWaits.map { whoWaits in
        let details = room.details
        return "\n\(whoWaits)\(details.isEmpty ? "" : ":")" + details.map { "\n\($0)" }.joined()
      }
    }
    let more = present.count > longest ? "\n… and at \(present.count - longest) more gates or clocks" : ""
    return present.prefix(longest).joined() + more
  }
}
