/// FIFO order, as without a strategy: a task that hops to an actor or back, or has created or resumed another one,
/// continues immediately, and no sleep ends while anything can run.
struct FIFOStrategy: ScheduleStrategy {
  // The job that had become ready last when there was a choice before.
  private var latest = -1

  mutating func choose(among ready: ReadyJobs) -> Int {
    guard let last = ready.lastJob else { return 0 }
    defer { latest = last.sequence }
    let goesOn = last.kind == .hop || last.kind == .creation
    return goesOn && last.sequence > latest ? ready.offset(of: last.sequence) ?? 0 : 0
  }
}
