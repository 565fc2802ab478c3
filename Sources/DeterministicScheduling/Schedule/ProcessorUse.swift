/// How much processor time a thread has used since it was first looked at: one that sleeps again and again uses little, even
/// if it runs, or waits for a processor, whenever it is looked at.
struct ProcessorUse: Sendable {
  private var latest: Duration?
  private(set) var sum = Duration.zero

  /// Whether the thread does nothing but run.
  var isSpinning: Bool { sum >= .milliseconds(500) }

  mutating func note(_ activity: BlockedJobDetector.Activity) {
    guard let total = activity.total else { return }
    if let latest { sum += total - latest }
    latest = total
  }
}
