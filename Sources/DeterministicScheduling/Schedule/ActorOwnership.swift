internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

/// Which deterministic test uses an actor, so that an actor that several tests share, such as a global one, serves one
/// after the other.
///
/// The thread that runs an actor also runs what other tasks have enqueued on it: without this, one test's tasks would
/// occasionally run on another test's lane.
enum ActorOwnership {
  fileprivate struct Claims {
    var owners: [UInt: Schedule] = [:]
    var waiters: [ObjectIdentifier: [DispatchSemaphore]] = [:]
    // Whom a schedule waits for.
    var awaited: [ObjectIdentifier: Schedule] = [:]
  }

  private static let claims = Locked(Claims())

  /// Claims an actor for the schedule until the schedule finishes, and waits for a schedule that has claimed it.
  ///
  /// Two schedules that would wait for each other do not: they share the actor.
  ///
  /// - Returns: Whether the schedule has the actor to itself.
  static func claim(_ actor: UnsafeRawPointer, for schedule: Schedule, mayWait: Bool) -> Bool {
    let address = UInt(bitPattern: actor)
    while true {
      let attempt: Attempt = claims.withLock { claims in
        guard let owner = claims.owners[address] else {
          claims.owners[address] = schedule
          return .succeeded(isNew: true)
        }
        if schedule.isInside(owner) { return .succeeded(isNew: false) }
        guard mayWait, !claims.isWaiting(owner, for: schedule) else { return .shared }
        let semaphore = DispatchSemaphore(value: 0)
        claims.waiters[ObjectIdentifier(owner), default: []].append(semaphore)
        claims.awaited[ObjectIdentifier(schedule)] = owner
        return .wait(semaphore)
      }
      switch attempt {
      case .succeeded(let isNew):
        if isNew {
          testing_support_filter_count_actor(address, 1)
          schedule.keepActor(address)
        }
        return true
      case .shared:
        schedule.sharesActors()
        return false
      case .wait(let semaphore):
        schedule.park { semaphore.wait() }
        claims.withLock { $0.awaited[ObjectIdentifier(schedule)] = nil }
      }
    }
  }

  /// The schedule that has an actor.
  static func owner(of actor: UInt) -> Schedule? {
    claims.withLock { $0.owners[actor] }
  }

  /// Releases deallocated actors.
  static func forget(_ actors: [UInt]) {
    claims.withLock { claims in
      for actor in actors { claims.owners[actor] = nil }
    }
    for actor in actors {
      testing_support_filter_count_actor(actor, -1)
      Runtime.letGo(of: actor)
    }
  }

  /// Releases the actors of a finished schedule.
  static func release(_ actors: [UInt], of schedule: Schedule) {
    forget(actors)
    let waiters = claims.withLock { claims in
      claims.waiters.removeValue(forKey: ObjectIdentifier(schedule)) ?? []
    }
    for waiter in waiters { waiter.signal() }
  }

  private enum Attempt: Sendable {
    case succeeded(isNew: Bool)
    case shared
    case wait(DispatchSemaphore)
  }
}

extension ActorOwnership.Claims {
  fileprivate func isWaiting(_ schedule: Schedule, for other: Schedule) -> Bool {
    var next: Schedule? = schedule
    while let current = next {
      if current.isInside(other) { return true }
      next = awaited[ObjectIdentifier(current)]
    }
    return false
  }
}
