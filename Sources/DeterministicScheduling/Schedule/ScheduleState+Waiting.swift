internal import TestingSupportCore

/// Those who wait for the test to be idle.
extension ScheduleState {
  /// A waiter for the test to be idle.
  struct Waiting {
    let action: @Sendable () -> Void
    let patience: Duration
    /// When so much was done, patience begins: the test has its chance.
    let effort: Int
    var deadline: WaitDeadline?

    var isImpatient: Bool { deadline.map { patience == .zero || $0.hasPassed } ?? false }
  }

  // A step by way of the runtime's threads takes many times as long as one that the lane takes on its own.
  private static func effortBeforeImpatience(_ fence: FenceState) -> Int { fence.isPossible ? 1_000 : 10_000 }

  /// Records a request, unless the test has finished.
  ///
  /// - Parameters:
  ///   - occasion: When to answer it; `nil` for when virtual time has advanced.
  ///   - task: The task that asks, as the runtime numbers it, or 0.
  mutating func request(
    _ occasion: Idleness?,
    of task: UInt64,
    patience: Duration,
    _ action: @escaping @Sendable () -> Void
  ) -> IdleRequest? {
    guard let request = makeRequest(patience: patience, action) else { return nil }
    let number = scheduler.knownNumber(of: task)
    if let occasion {
      scheduler.tell(request, when: occasion, for: number)
    } else {
      scheduler.tellWhenTimePassed(request, for: number)
    }
    return request
  }

  /// Creates a request that the scheduler does not know yet, unless the test has finished.
  mutating func makeRequest(patience: Duration, _ action: @escaping @Sendable () -> Void) -> IdleRequest? {
    guard !isClosed else { return nil }
    requestCount += 1
    let request = IdleRequest(id: requestCount)
    waiting[request] = Waiting(
      action: action,
      patience: patience,
      effort: scheduler.effort + Self.effortBeforeImpatience(fence)
    )
    return request
  }

  mutating func withdraw(_ request: IdleRequest) -> (@Sendable () -> Void)? {
    scheduler.withdraw(request)
    outside.remove(request)
    return waiting.removeValue(forKey: request)?.action
  }

  // Checked once in a thousand steps: a test that becomes idle pays nothing.
  mutating func mostImpatient() -> IdleRequest? {
    guard !waiting.isEmpty, scheduler.hasReadyJobs || scheduler.hasTimers else { return nil }
    let effort = scheduler.effort
    guard effort >= effortOfNextCheck else { return nil }
    effortOfNextCheck = effort + (fence.isPossible ? 100 : 1000)
    for (request, helper) in waiting where helper.effort <= effort && helper.deadline == nil {
      waiting[request]?.deadline = WaitDeadline(after: helper.patience)
    }
    return waiting.filter(\.value.isImpatient).keys.min { $0.id < $1.id }
  }
}
