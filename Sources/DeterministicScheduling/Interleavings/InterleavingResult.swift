internal import Testing
internal import TestingSupportCore

/// One run of the body: what the schedule did, and everything needed to fail the test with it.
struct InterleavingResult: Sendable {
  /// How long it took in real time.
  let duration: Duration
  let run: InterleavingRun
  /// Whether a job blocked its thread so long that the test continued without it.
  let hasBlocked: Bool
  /// Whether it paused for tasks that wait for an executor of the user's.
  let awaitsQueued: Bool
  private let possibleReason: String?
  /// How the run hung, if it did.
  let hang: String?
  /// Whether it hung without anything outside that had taken part: it would as well if it were given less time.
  let hangsByItself: Bool
  /// Where the error was thrown that the body threw, if it is known.
  let throwOrigin: ThrowOrigin?
  private let caught: [IssueCatcher.Caught]
  private let error: (any Error)?

  init(
    recording: RunRecording,
    choices: RecordingStrategy.Choices,
    caught: [IssueCatcher.Caught],
    error: (any Error)?
  ) {
    duration = recording.duration
    hasBlocked = recording.hasBlocked
    awaitsQueued = recording.awaitsQueued
    possibleReason = recording.possibleReason
    hang = recording.hang?.texts.joined(separator: "\n")
    hangsByItself = recording.hang?.hasOutsideEvents == false
    throwOrigin = recording.throwOrigin
    self.caught = caught
    self.error = error
    let log = recording.log
    var choices = choices
    if log.isCut { choices.keepDepartures(log.steps.count(where: \.isChoice)) }
    var run = InterleavingRun(choices: choices, log: log, isAbandoned: recording.isAbandoned)
    run.dependsOnOrderAlone = !recording.hasBlocked && !recording.dependsOnMore && !log.hasOutsideEvents
    run.seesOrigins = Runtime.support == .exact
    run.hasBlocked = recording.hasBlocked
    for (issue, step) in caught.map({ ($0.issue, $0.step) }) {
      run.remarks[min(step ?? .max, max(0, log.steps.count - 1)), default: []].append(issue.summary)
    }
    if let hang {
      run.failure = InterleavingRun.Failure(place: "", text: hang)
      let headlines = recording.hang?.texts.compactMap { $0.split(separator: "\n").first.map(String.init) } ?? []
      run.remarks[max(0, log.steps.count - 1), default: []] += headlines
    } else if let issue = caught.first?.issue {
      run.failure = InterleavingRun.Failure(place: issue.sourceLocation.map { "\($0)" } ?? "", text: issue.summary)
    } else if let error {
      run.failure = InterleavingRun.Failure(place: "\(type(of: error))", text: "Caught error: \(error)")
      run.remarks[max(0, log.steps.count - 1), default: []].append("Caught error: \(error)")
    }
    self.run = run
  }

  /// Records all issues of the run again, at their own places.
  func recordAgain(for test: Test, testCase: Test.Case?) async {
    for caught in caught { await caught.issue.recordAgain(for: test, testCase: testCase) }
    if let possibleReason { recordWarning(possibleReason, sourceLocation: test.sourceLocation) }
  }

  /// Throws what the body threw.
  func rethrow() throws {
    if let error { throw error }
  }
}

extension ScheduleLog {
  /// Whether anything but the first step was enqueued from outside the test.
  var hasOutsideEvents: Bool { steps.dropFirst().contains { $0.origin == nil && $0.kind != .idle } }
}

extension Issue {
  /// What went wrong, in short: of an issue that only has its comments, these.
  fileprivate var summary: String {
    let comments = comments.map(\.rawValue)
    if case .unconditional = kind, !comments.isEmpty { return comments.joined(separator: ", ") }
    return ([kind.description] + comments).joined(separator: ", ")
  }
}
