#if os(Linux)
  import DeterministicSchedulingLoader
  import Foundation
  import Synchronization
  import Testing
  import TestingSupportCore

  @testable import DeterministicScheduling

  @Suite("What a waiting thread waits for")
  struct WaitCauseTests {
    @Test("is a lock, and whether a held task has it", arguments: LockKind.allCases)
    func whenAThreadWaitsForALock_thenItsOwnerIsKnown(kind: LockKind) throws {
      let lock = kind.makeLock()
      let (owner, isLocked, end) = (ThreadBox(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      Thread.detachNewThread {
        owner.noteThisThread()
        lock {
          isLocked.signal()
          waitBlocking(end)
        }
      }
      waitBlocking(isLocked)
      let waiting = ThreadBox()
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        waiting.noteThisThread()
        lock {}
        ended.signal()
      }
      let (ownerHolds, othersHold): (WaitCause, WaitCause) =
        kind == .semaphore ? (.unknown, .unknown) : (.lockOfHeldTask, .otherLock)
      #expect(waiting.cause(heldThreads: [1, owner.id], until: ownerHolds) == ownerHolds)
      #expect(waiting.cause(heldThreads: [1, 2], until: othersHold) == othersHold)
      end.signal()
      waitBlocking(ended)
    }

    // Between its two last steps a thread may be kept from a processor for long.
    @Test("is still a lock while the lock is released")
    func whenTheLockIsBeingReleased_thenThatIsNotUnknown() {
      let mutex = UnownedMutex()
      mutex.lock()
      let (waiting, ended) = startThread(waitingFor: mutex)
      let this = testing_support_this_thread()
      let (word, owner) = mutex.exchange(word: mutex.word, owner: 0)
      #expect(waiting.cause(heldThreads: [this], until: .otherLock) == .otherLock)
      expectAtWork(waiting)
      _ = mutex.exchange(word: 0, owner: 0)
      #expect(waiting.cause(heldThreads: [this], until: .otherLock) == .otherLock)
      _ = mutex.exchange(word: word, owner: owner)
      mutex.unlock()
      waitBlocking(ended)
    }

    @Test("is at work where it waits for whoever looks")
    func whenAThreadWaitsForTheLooker_thenItIsAtWork() {
      let lock = NSLock()
      let waiting = ThreadBox()
      let ended = DispatchSemaphore(value: 0)
      lock.withLock {
        Thread.detachNewThread {
          waiting.noteThisThread()
          lock.withLock {}
          ended.signal()
        }
        let this = testing_support_this_thread()
        #expect(waiting.cause(heldThreads: [this], until: .lockOfHeldTask) == .lockOfHeldTask)
        let used = expectAtWork(waiting)
        // Not where a held task looks, whose lock it may be.
        #expect(waiting.activity(until: .waits(total: used)) == .waits(total: used))
      }
      waitBlocking(ended)
    }

    @Test(
      "is whoever has the lock that the owner of its lock waits for, unless that one waits too",
      arguments: [false, true]
    )
    func whenOwnerWaitsForLock_thenItsOwnerIsAwaited(waits: Bool) {
      let (first, second) = (NSLock(), NSLock())
      let (owner, ownersOwner, waiting) = (ThreadBox(), ThreadBox(), ThreadBox())
      let (isLocked, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let ended = DispatchSemaphore(value: 0)
      func start(_ thread: ThreadBox, with lock: NSLock, _ body: @escaping @Sendable () -> Void = {}) {
        Thread.detachNewThread {
          thread.noteThisThread()
          lock.withLock {
            isLocked.signal()
            body()
          }
          ended.signal()
        }
      }
      start(ownersOwner, with: first) { while end.wait(timeout: .now() + (waits ? 600 : 0)) == .timedOut {} }
      waitBlocking(isLocked)
      start(owner, with: second) { first.withLock {} }
      waitBlocking(isLocked)
      start(waiting, with: second)
      for (thread, owner) in [(owner, ownersOwner), (waiting, owner)] {
        #expect(thread.cause(heldThreads: [owner.id], until: .lockOfHeldTask) == .lockOfHeldTask)
      }
      let expected = waits ? nil : ownersOwner.id
      #expect(waiting.owner(until: expected) == .some(expected))
      let activity = waiting.activityUnderLock().activity
      #expect(activity == .waits(total: activity.total ?? .zero))
      end.signal()
      for _ in 1...3 { waitBlocking(ended) }
    }

    @Test("is nobody where threads wait for one another")
    func whenThreadsWaitForOneAnother_thenNobodyIsAwaited() {
      let mutex = UnownedMutex()
      mutex.lock()
      let (waiting, ended) = startThread(waitingFor: mutex)
      // As if it waited for itself.
      let (word, owner) = mutex.exchange(word: mutex.word, owner: waiting.id)
      let (activity, awaited) = waiting.activityUnderLock()
      #expect(awaited == nil)
      #expect(activity == .waits(total: activity.total ?? .zero))
      _ = mutex.exchange(word: word, owner: owner)
      mutex.unlock()
      waitBlocking(ended)
    }

    @Test("is at work where its lock goes from owner to owner")
    func whenLockGoesFromOwnerToOwner_thenThreadIsAtWork() {
      let (mutex, end) = (UnownedMutex(), DispatchSemaphore(value: 0))
      mutex.lock()
      let (waiting, ended) = startThread(waitingFor: mutex)
      // None of them is at work.
      let owners = (0..<2).map { _ in
        let owner = ThreadBox()
        Thread.detachNewThread {
          owner.noteThisThread()
          waitBlocking(end)
        }
        #expect(owner.cause(heldThreads: [], until: .unknown) == .unknown)
        return owner.id
      }
      let (word, owner) = mutex.exchange(word: mutex.word, owner: owners[0])
      let (isOver, hasEnded) = (Locked(false), DispatchSemaphore(value: 0))
      Thread.detachNewThread {
        while !isOver.withLock(\.self) { for owner in owners { _ = mutex.exchange(word: mutex.word, owner: owner) } }
        hasEnded.signal()
      }
      let isAtWork = (0..<10_000).contains { _ in
        if case .ran = waiting.activityUnderLock().activity { true } else { false }
      }
      #expect(isAtWork)
      isOver.withLock { $0 = true }
      waitBlocking(hasEnded)
      _ = mutex.exchange(word: word, owner: owner)
      mutex.unlock()
      waitBlocking(ended)
      for _ in owners { end.signal() }
    }

    @Test("is an event where no thread has what it waits for")
    func whenAThreadSleeps_thenItWaitsForAnEvent() {
      let sleeping = ThreadBox()
      let isOver = Locked(false)
      Thread.detachNewThread {
        sleeping.noteThisThread()
        while !isOver.withLock({ $0 }) { usleep(200_000) }  // sleep-is-the-subject
      }
      #expect(sleeping.cause(heldThreads: [], until: .event) == .event)
      isOver.withLock { $0 = true }
    }

    @Test("is unknown of a thread that is gone")
    func whenTheThreadIsGone_thenTheCauseIsUnknown() {
      #expect(WaitCause(of: .max, heldThreads: []) == .unknown)
    }

    // The thread of a job can end while the schedule still knows it. The stack of the first one is freed once the next has ended.
    @Test("is not looked for in the memory of a thread that has ended")
    func whenTheThreadHasEnded_thenItsActivityIsUnknown() {
      let threads = [64, 128, 256].map { size in
        let ended = ThreadBox()
        let thread = Thread { ended.noteThisThread() }
        thread.stackSize = size << 20
        thread.start()
        #expect(ended.activity(until: .unknown) == .unknown)
        return ended
      }
      for ended in threads { #expect(ended.activity(until: .unknown) == .unknown) }
    }

    @Test("is no processor, which it is delayed by", .enabled(if: tellsDelays))
    func whenThreadsShareProcessors_thenTheyAreDelayed() {
      let isOver = Locked(false)
      let threads = (0...ProcessInfo.processInfo.activeProcessorCount).map { _ in
        let box = ThreadBox()
        Thread.detachNewThread {
          box.noteThisThread()
          while !isOver.withLock({ $0 }) {}
        }
        return box
      }
      let isAnyDelayed = (0..<10_000).contains { _ in
        usleep(1000)  // sleep-is-the-subject
        return threads.contains { Runtime.delay(of: $0.id) > .milliseconds(10) }
      }
      #expect(isAnyDelayed)
      isOver.withLock { $0 = true }
      #expect(Runtime.delay(of: .max) == .zero)
    }

    @Test("decides how long a held task is kept")
    func whenTheCauseIsKnown_thenThePatienceFollows() {
      // No sooner: the held task has locks of its schedule itself, while it looks.
      #expect(WaitCause.lockOfHeldTask.patience == .milliseconds(10))
      #expect(WaitCause.event.patience == nil)
      // A job is reported after one second, or a tenth of that if the test has blocked before.
      #expect(WaitCause.unknown.patience.map { $0 < LaneOccupancy.patienceAfterFirst } == true)
      #expect(WaitCause.otherLock.patience.map { $0 < .seconds(1) } == true)
    }

    /// Starts a thread that waits for a mutex that the caller has locked.
    private func startThread(
      waitingFor mutex: UnownedMutex,
      sourceLocation: SourceLocation = #_sourceLocation
    ) -> (ThreadBox, ended: DispatchSemaphore) {
      let (waiting, ended) = (ThreadBox(), DispatchSemaphore(value: 0))
      Thread.detachNewThread {
        waiting.noteThisThread()
        mutex.lock()
        mutex.unlock()
        ended.signal()
      }
      let cause = waiting.cause(heldThreads: [testing_support_this_thread()], until: .lockOfHeldTask)
      #expect(cause == .lockOfHeldTask, sourceLocation: sourceLocation)
      return (waiting, ended)
    }

    @discardableResult
    private func expectAtWork(
      _ thread: ThreadBox,
      sourceLocation: SourceLocation = #_sourceLocation
    ) -> Duration {
      let (activity, owner) = thread.activityUnderLock()
      let used = activity.total ?? .zero
      #expect(activity == .ran(total: used), sourceLocation: sourceLocation)
      #expect(owner == nil, sourceLocation: sourceLocation)
      return used
    }
  }

  private let tellsDelays = access("/proc/self/schedstat", R_OK) == 0

  /// A kind of lock that a test of an app may use.
  enum LockKind: CaseIterable {
    case mutex, recursive, locked, synchronization, semaphore

    func makeLock() -> @Sendable (() -> Void) -> Void {
      switch self {
      case .mutex:
        let lock = NSLock()
        return { body in lock.withLock(body) }
      case .recursive:
        let lock = NSRecursiveLock()
        return { body in lock.withLock(body) }
      case .locked:
        let lock = Locked(())
        return { body in lock.withLock { _ in body() } }
      case .synchronization:
        let lock = SharedMutex()
        return { body in lock.mutex.withLock { _ in body() } }
      case .semaphore:
        let lock = DispatchSemaphore(value: 1)
        return { body in
          waitBlocking(lock)
          body()
          lock.signal()
        }
      }
    }
  }

  private final class SharedMutex: Sendable {
    let mutex = Mutex(())
  }

  /// A mutex whose words can be changed as if it was about to be released.
  private final class UnownedMutex: Sendable {
    // It stays where it is until the threads of the test have ended, and is locked by whoever uses it.
    nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }

    func unlock() { pthread_mutex_unlock(mutex) }

    var word: Int32 { words[0] }

    /// - Returns: What was there before.
    func exchange(word: Int32, owner: Int32) -> (word: Int32, owner: Int32) {
      defer { (words[0], words[2]) = (word, owner) }
      return (words[0], words[2])
    }

    private var words: UnsafeMutablePointer<Int32> {
      UnsafeMutableRawPointer(mutex).assumingMemoryBound(to: Int32.self)
    }
  }

  /// A thread that notes which one it is.
  private final class ThreadBox: Sendable {
    private let reference = Locked<Int32?>(nil)
    private let isNoted = DispatchSemaphore(value: 0)

    func noteThisThread() {
      reference.withLock { $0 = testing_support_this_thread() }
      isNoted.signal()
    }

    var id: Int32 { reference.withLock { $0 ?? 0 } }

    func cause(heldThreads: [Int32], until expected: WaitCause) -> WaitCause? {
      answer(until: expected) { WaitCause(of: $0, heldThreads: heldThreads) }
    }

    func activity(until expected: BlockedJobDetector.Activity) -> BlockedJobDetector.Activity? {
      answer(until: expected) { Runtime.activity(of: $0) }
    }

    func activityUnderLock() -> (activity: BlockedJobDetector.Activity, owner: LockOwner?) {
      Runtime.activityUnderLock(of: id)
    }

    func owner(until expected: Int32?) -> Int32?? {
      answer(until: expected) { Runtime.activityUnderLock(of: $0).owner?.thread }
    }

    // The answer as soon as it is the one that is expected; or another one after ten seconds.
    private func answer<Answer: Equatable>(until expected: Answer, _ ask: (Int32) -> Answer) -> Answer? {
      waitBlocking(isNoted)
      defer { isNoted.signal() }
      guard let reference = reference.withLock({ $0 }) else { return nil }
      var answer: Answer?
      for _ in 0..<10_000 where answer != expected {
        answer = ask(reference)
        if answer != expected { usleep(1000) }  // sleep-is-the-subject
      }
      return answer
    }
  }
#endif
