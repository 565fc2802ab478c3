internal import DeterministicSchedulingLoader
internal import Dispatch
internal import TestingSupportCore

/// Which deterministic test uses an actor, so that an actor that several tests share, such as a global one, serves one
/// after the other.
///
/// The thread that runs an actor also runs what other tasks have enqueued on it: without this, one test's tasks would
/// occasionally run on another test's lane.
enum ActorOwnership {
  fileprivate struct Waiter {
    let schedule: Schedule
    let semaphore = DispatchSemaphore(value: 0)
  }

  fileprivate struct Claims {
    var owners: [UInt: Schedule] = [:]
    var waiters: [ObjectIdentifier: [Waiter]] = [:]
    // Whom a schedule waits for.
    var awaited: [ObjectIdentifier: Schedule] = [:]
    // With which tests a test shares its actors since it waited in vain, each by its outermost schedule.
    var guests: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
  }

  private static let claims = Locked(Claims())

  /// Claims an actor for the schedule until the schedule finishes, and waits for a schedule that has claimed it.
  ///
  /// Two schedules that would wait for each other do not: they share the actor. So does one that has stalled.
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
        guard mayWait, !claims.letIn(schedule, by: owner), !claims.isWaiting(owner, for: schedule) else {
          return .shared
        }
        let waiter = Waiter(schedule: schedule)
        claims.waiters[ObjectIdentifier(owner), default: []].append(waiter)
        claims.awaited[ObjectIdentifier(schedule)] = owner
        return .wait(waiter.semaphore)
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
        // One that is over does nothing more that others wait for.
        let test = schedule.outermost
        if test.state.withLock({ $0.isClosed }) { claims.withLock { $0.forgetGuest(test) } }
        return false
      case .wait(let semaphore):
        schedule.park { semaphore.wait() }
        claims.withLock { $0.awaited[ObjectIdentifier(schedule)] = nil }
      }
    }
  }

  /// Lets in the tests that wait for an actor of this one, which may wait for what they would do there.
  ///
  /// - Returns: Whether there are any, or some that have been let in have not finished.
  static func share(from schedule: Schedule) -> Bool {
    let (isShared, waiters) = claims.withLock { claims in
      // A piece of a test uses the actors of the test around it.
      let waiters = sequence(first: schedule, next: \.outer).flatMap { claims.letInWaiters(of: $0) }
      return (!waiters.isEmpty || claims.waitsForGuest(ObjectIdentifier(schedule.outermost)), waiters)
    }
    if isShared { schedule.sharesActors() }
    for waiter in waiters { waiter.semaphore.signal() }
    return isShared
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
      claims.forgetGuest(schedule)
      return claims.waiters.removeValue(forKey: ObjectIdentifier(schedule)) ?? []
    }
    for waiter in waiters { waiter.semaphore.signal() }
  }

  private enum Attempt: Sendable {
    case succeeded(isNew: Bool)
    case shared
    case wait(DispatchSemaphore)
  }
}

extension ActorOwnership.Claims {
  /// - Returns: Whether the owner shares its actors.
  fileprivate mutating func letIn(_ schedule: Schedule, by owner: Schedule) -> Bool {
    guests[ObjectIdentifier(owner.outermost)]?.insert(ObjectIdentifier(schedule.outermost)) != nil
  }

  fileprivate mutating func letInWaiters(of owner: Schedule) -> [ActorOwnership.Waiter] {
    let waiters = waiters.removeValue(forKey: ObjectIdentifier(owner)) ?? []
    for waiter in waiters {
      guests[ObjectIdentifier(owner.outermost), default: []].insert(ObjectIdentifier(waiter.schedule.outermost))
    }
    return waiters
  }

  fileprivate mutating func forgetGuest(_ schedule: Schedule) {
    guests[ObjectIdentifier(schedule)] = nil
    for owner in guests.keys { guests[owner]?.remove(ObjectIdentifier(schedule)) }
  }

  // Not for one that waits for this test in the same way.
  fileprivate func waitsForGuest(_ owner: ObjectIdentifier) -> Bool {
    guests[owner]?.contains { !hasGuest(owner, of: $0) } == true
  }

  private func hasGuest(_ guest: ObjectIdentifier, of owner: ObjectIdentifier) -> Bool {
    var (known, next): (Set, Array) = ([owner], [owner])
    while let owner = next.popLast() {
      let guests = guests[owner] ?? []
      if guests.contains(guest) { return true }
      next += guests.subtracting(known)
      known.formUnion(guests)
    }
    return false
  }

  fileprivate func isWaiting(_ schedule: Schedule, for other: Schedule) -> Bool {
    var next: Schedule? = schedule
    while let current = next {
      if current.isInside(other) { return true }
      next = awaited[ObjectIdentifier(current)]
    }
    return false
  }
}
