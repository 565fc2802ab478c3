/// What else goes on in a test while a task polls on an executor of the user's.
///
/// Natively the poll and the work take their time beside each other. So while the same work goes on, no more time passes with
/// the polls than the work was given: a time-out that polls must not end before work that takes a moment.
struct WorkBesidePolls: Sendable {
  enum Work: Hashable, Sendable {
    /// A step of the schedule, by its number.
    case step(Int)
    /// Jobs that were left behind.
    case leftBehind
    /// A turn of a task on an executor of the user's.
    case turn(of: Int)
    /// A task waits for such an executor.
    case queued(Int)
    /// Work outside that the test has started, by its number.
    case started(UInt64)
  }

  /// How it is known how much time work is given.
  enum Measure: Sendable {
    /// As much as its thread; as really passes where it has none yet.
    case thread(Int32?)
    /// So much time may have passed in the test by now.
    case until(Duration)
  }

  private struct Beginning {
    let elapsed: Duration
    let thread: Int32?
    let time: ThreadTime

    init(_ measure: Measure, at elapsed: Duration) {
      self.elapsed = elapsed
      thread = if case .thread(let thread) = measure { thread } else { nil }
      time = ThreadTime(since: .init(at: thread))
    }

    func latestTime(_ measure: Measure, limit: Duration) -> Duration? {
      if case .until(let latest) = measure { return latest }
      let given = time.elapsed(at: .init(at: thread))
      return given < limit ? elapsed + given : nil
    }
  }

  private struct Sighting {
    /// How many looks there had been.
    let look: Int
    /// Set when a task sees the work again.
    var beginning: Beginning?
  }

  private var sightings: [Work: Sighting] = [:]
  // By task, its latest look.
  private var latestLooks: [Int: Int] = [:]
  private var looks = 0

  /// A task has had a turn on an executor of the user's: what it does there next is other work.
  mutating func endTurn(of task: Int) {
    if sightings.isEmpty { return }
    sightings[.turn(of: task)] = nil
    sightings[.queued(task)] = nil
  }

  /// A task polls.
  ///
  /// - Parameters:
  ///   - work: What else goes on.
  ///   - elapsed: How much time has passed in the test.
  ///   - limit: Once the work was given so much time, it is not waited for.
  /// - Returns: How much time may have passed in the test then at most; `nil` if the work does not limit it.
  mutating func latestTime(
    ofPollBy task: Int,
    beside work: [Work: Measure],
    at elapsed: Duration,
    limit: Duration
  ) -> Duration? {
    let previousLook = latestLooks.updateValue(looks, forKey: task)
    defer { looks += 1 }
    var latestTime: Duration?
    sightings = Dictionary(
      uniqueKeysWithValues: work.map { work, measure in
        var sighting = sightings[work] ?? Sighting(look: looks)
        var time: Duration?
        if let beginning = sighting.beginning {
          time = beginning.latestTime(measure, limit: limit)
        } else if let previousLook, sighting.look <= previousLook {
          let beginning = Beginning(measure, at: elapsed)
          sighting.beginning = beginning
          time = beginning.latestTime(measure, limit: limit)
        } else if case .step = work {
          // The schedule rests while such tasks have their turns, so time passes for them all the same.
          time = elapsed
        }
        if let time { latestTime = min(time, latestTime ?? time) }
        return (work, sighting)
      }
    )
    return latestTime
  }
}
