/// How to let others run before a condition is checked again: by yielding at first, then by pauses that grow.
package struct Backoff {
  package enum Step: Equatable {
    case yield
    case pause(Duration)
  }

  private static let yields = 50
  private static let longestPause = Duration.milliseconds(50)

  /// How many pauses were taken.
  package private(set) var pauses = 0
  private var yieldsLeft = Self.yields
  private var nextPause = Duration.milliseconds(1)

  package init() {}

  /// The next step, with no pause longer than `remaining` unless that is shorter than any timer could keep, or over.
  package mutating func next(remaining: Duration) -> Step {
    guard yieldsLeft == 0 else {
      yieldsLeft -= 1
      return .yield
    }
    let pause = remaining > .zero ? min(nextPause, max(remaining, .milliseconds(1))) : nextPause
    pauses += 1
    nextPause = min(nextPause * 2, Self.longestPause)
    return .pause(pause)
  }
}
