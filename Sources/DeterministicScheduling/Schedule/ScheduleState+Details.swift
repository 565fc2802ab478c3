internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// What a report says of a step, recorded only if requested.
extension ScheduleState {
  // The step that was taken last.
  private var step: Int? { scheduler.stepCount == 0 ? nil : scheduler.stepCount - 1 }

  mutating func noteStep(_ job: UnownedJob) {
    guard let step, let task = scheduler.currentTask else { return }
    if scheduler.currentKind == .wake {
      recorder?.noteWake(of: task, wasInterrupted: scheduler.wasSleepInterrupted, in: step)
    } else if scheduler.knownNumber(of: testing_support_task_of_job(Runtime.pointer(to: job))) == task {
      recorder?.note(job, of: task, in: step)
    }
  }

  mutating func noteSleep(_ delay: Duration, of sleeper: UInt64) {
    guard delay > .zero, let task = scheduler.knownNumber(of: sleeper) else { return }
    let step = task == scheduler.currentTask ? step : nil
    recorder?.noteSleep(delay, of: task, in: step)
  }

  mutating func noteResumption(of task: UInt64, by job: UnownedJob) {
    guard let number = scheduler.knownNumber(of: task), Runtime.isBeingCancelled(job) else { return }
    recorder?.noteResumptionByCancellation(of: number)
  }

  /// Looks who was cancelled.
  ///
  /// - Parameter isByStep: Whether the step that was taken last has done it.
  mutating func noteCancelled(isByStep: Bool) {
    let step = isByStep && startedWork.isEmpty ? step : nil
    recorder?.noteCancelled(in: tasks, by: step)
  }

  /// A scope ends without having awaited an `async let`. Its task is no longer among those that are looked at.
  mutating func noteCancelledChild(_ child: UInt64) {
    guard let step, let number = scheduler.knownNumber(of: child) else { return }
    recorder?.noteCancelledChild(number, by: step)
  }

  mutating func noteClockSleep(_ duration: String, of sleeper: UInt64) {
    guard let step, let task = scheduler.knownNumber(of: sleeper), task == scheduler.currentTask else { return }
    recorder?.noteClockSleep(duration, in: step)
  }

  mutating func noteClock(_ time: String) {
    if let step { recorder?.noteClock(time, in: step) }
  }
}
