/// FIFO order, as without a strategy: a task that hops to an actor or back, or has created or resumed another one,
/// continues immediately, and no sleep ends while anything can run.
struct FIFOStrategy: ScheduleStrategy {
  // The job that had become ready last when there was a choice before.
  private var latest = -1

  mutating func choose(among ready: ArraySlice<Candidate>) -> Int {
    guard let last = ready.lastIndex(where: { $0.kind != .wake }) else { return 0 }
    defer { latest = ready[last].sequence }
    let goesOn = ready[last].kind == .hop || ready[last].kind == .creation
    return goesOn && ready[last].sequence > latest ? last - ready.startIndex : 0
  }
}
