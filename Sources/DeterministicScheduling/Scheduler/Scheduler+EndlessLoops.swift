/// What tells a test that goes on without end from one that only takes long.
extension Scheduler {
  /// Whether tasks have done nothing but yield for so long that time would pass, but nothing sleeps.
  package var onlyYields: Bool { yields >= Self.yieldsWithoutTime.lowerBound && timers.isEmpty }
  /// Whether the body has done nothing but wait, so often that it may do so without end.
  package var isBodyPolling: Bool { bodyWaits >= waitsOfPoll }
  /// Whether so much was done that the test may have no end.
  package var hasDoneMuch: Bool { effort >= 10 * waitsOfPoll }
  /// How much has to be done in such a test until that is sure.
  package var effortUntilSure: Int { 20 * waitsOfPoll }
  /// The same in a test that was cancelled.
  package var effortOfCleanUp: Int { waitsOfPoll }
  /// How many steps tasks that only yield may take for each millisecond of real time. Where orders are explored, tests are
  /// small, and each step takes several times as long.
  package var yieldingStepsPerMillisecond: Int { hasStrategy ? 400 : 1_200 }
  /// How much the test has done: its steps, and more for one that a task takes after many hops.
  package var effort: Int { turnCount + Self.effortOfRepeatedHop * repeatedHops }
  /// How many steps were taken, and turns on executors of the user's.
  package var turnCount: Int { stepCount + turnsElsewhere }
  /// How often tasks have yielded since any of them did anything else.
  package var yieldCount: Int { yields }
  /// A task becomes ready.
  ///
  /// - Parameters:
  ///   - task: The task, by its number.
  ///   - isInside: Whether a step of this test has resumed it.
  mutating func noteResumption(of task: Int, isInside: Bool) {
    // Helpers have limits of their own.
    if isInside, currentKind == .idle { return }
    if isInside, currentKind == .wake {
      if task == 0 { noteBodyWait() }
    } else if task == 0 ? currentTask != 0 || !isInside : currentTask == 0 && isInside {
      bodyWaits = 0
    }
  }

  /// A task may wait for the real time, which nobody but the system lets pass.
  package mutating func noteRealTime() { bodyWaits = 0 }

  mutating func noteBodyWait() {
    if bodyWaits == 0 { firstBodyWait = stepCount }
    bodyWaits += 1
  }
}
