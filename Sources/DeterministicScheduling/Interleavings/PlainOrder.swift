/// First in, first out, as without a strategy: a task that hops to an actor or back goes on at once.
struct PlainOrder: ScheduleStrategy {
  // The job that had become ready last when there was a choice before.
  private var latest = -1

  mutating func choose(among ready: ArraySlice<Candidate>) -> Int {
    guard let last = ready.last else { return 0 }
    defer { latest = last.sequence }
    return last.isHop && last.sequence > latest ? ready.count - 1 : 0
  }
}
