import Dispatch
import LeakTracking
import Testing
import TestingSupportCore

// The leaks that app code usually has, one suite each: how it is found, what is reported, and the usual fix. The article
// "The usual leaks" shows this code.

@Suite("The usual leaks")
struct UsualLeaksTests {
  @Suite("A delegate that is held strongly")
  struct DelegateTests {
    @Test("When the delegate is held strongly then the cycle is reported")
    func whenDelegateIsHeldStrongly_thenCycleIsReported() async {
      await expectLeak(
        """
        FeedViewModel was not deallocated
        Strong reference cycle: FeedViewModel.loader → RemoteLoader.delegate → FeedViewModel
        """
      ) {
        let sut = FeedViewModel(loader: RemoteLoader())
        trackForMemoryLeaks(sut)
      }
    }

    @Test("When the delegate is weak then nothing is reported")
    func whenDelegateIsWeak_thenNothingIsReported() async {
      await withLeakTracking {
        let sut = FixedFeedViewModel(loader: FixedRemoteLoader())
        trackForMemoryLeaks(sut, sut.loader)
      }
    }
  }

  @Suite("A closure that captures its owner")
  struct ClosureTests {
    @Test("When a stored closure captures self then its field is reported")
    func whenStoredClosureCapturesSelf_thenFieldIsReported() async {
      await expectLeak(
        """
        Form was not deallocated
        Retained by something that reflection cannot see: a closure, a detached task, a global, or the system
        (a timer, a notification observer, a view hierarchy, or an autorelease pool that has not drained).
        Possibly captured by Form.onChange (a closure).
        Try `[weak self]` there.
        """
      ) {
        let sut = trackForMemoryLeaks(Form())
        sut.onChange = { sut.validate() }
      }
    }

    @Test("When the leak is known for now then it is looked for inside of the known issue")
    func whenLeakIsKnown_thenItIsLookedForInside() async {
      await withKnownIssue("The form's closure captures it") {
        await withLeakTracking {
          let sut = trackForMemoryLeaks(Form())
          sut.onChange = { sut.validate() }
        }
      }
    }

    @Test("When the closure captures self weakly then nothing is reported")
    func whenClosureCapturesSelfWeakly_thenNothingIsReported() async {
      await withLeakTracking {
        let sut = trackForMemoryLeaks(Form())
        sut.onChange = { [weak sut] in sut?.validate() }
      }
    }
  }

  @Suite("A timer that captures its owner")
  struct TimerTests {
    @Test("When a repeating timer captures self then its field is reported")
    func whenTimerCapturesSelf_thenFieldIsReported() async {
      await expectLeak(
        """
        Countdown was not deallocated
        Retained by something that reflection cannot see: a closure, a detached task, a global, or the system
        (a timer, a notification observer, a view hierarchy, or an autorelease pool that has not drained).
        Possibly captured by Countdown.timer.tick (a closure).
        Try `[weak self]` there.
        """
      ) {
        let sut = trackForMemoryLeaks(Countdown())
        sut.start { sut.step() }
      }
    }

    @Test("When the timer captures self weakly then nothing is reported")
    func whenTimerCapturesSelfWeakly_thenNothingIsReported() async {
      await withLeakTracking {
        let sut = trackForMemoryLeaks(Countdown())
        sut.start { [weak sut] in sut?.step() }
      }
    }
  }

  @Suite("A task that captures its owner")
  struct TaskTests {
    @Test("When an endless task captures self then work in flight and the field are reported")
    func whenEndlessTaskCapturesSelf_thenWorkInFlightIsReported() async {
      await WaitLimit.withValue(.milliseconds(200)) {
        await expectLeak(
          """
          Player was not deallocated
          Possibly retained by an unfinished task that the test started.
          Possibly captured by Player.playing (a task).
          Try `[weak self]` there.
          """
        ) {
          let sut = trackForMemoryLeaks(Player())
          let (positions, continuation) = AsyncStream.makeStream(of: Int.self)
          lasting.withLock { $0.append(continuation) }
          sut.playing = Task { for await position in positions { sut.show(position) } }
        }
      }
    }

    @Test("When the task captures self weakly and is cancelled at the end then nothing is reported")
    func whenTaskCapturesSelfWeakly_thenNothingIsReported() async {
      await withLeakTracking {
        let sut = trackForMemoryLeaks(Player())
        let (positions, continuation) = AsyncStream.makeStream(of: Int.self)
        lasting.withLock { $0.append(continuation) }
        sut.playing = Task { [weak sut] in for await position in positions { sut?.show(position) } }
      }
    }
  }

  @Suite("A subscription that captures its subscriber")
  struct SubscriptionTests {
    @Test("When an observer's block captures self then the centre is reported")
    func whenObserverBlockCapturesSelf_thenCentreIsReported() async {
      let centre = NotificationHub()
      await expectLeak(
        """
        Badge was not deallocated
        Retained by something that reflection cannot see: a closure, a detached task, a global, or the system
        (a timer, a notification observer, a view hierarchy, or an autorelease pool that has not drained).
        Possibly captured by NotificationHub.observers[0] (a closure).
        Try `[weak self]` there.
        """
      ) {
        let sut = trackForMemoryLeaks(Badge(hub: centre))
        centre.observe { sut.count += 1 }
      }
    }
  }

  @Suite("A child that holds its parent")
  struct ParentTests {
    @Test("When parent and child hold each other then the cycle is reported")
    func whenParentAndChildHoldEachOther_thenCycleIsReported() async {
      await expectLeak(
        """
        Folder was not deallocated
        Strong reference cycle: Folder.children[0] → Folder.parent → Folder
        """
      ) {
        let root = trackForMemoryLeaks(Folder())
        root.add(Folder())
      }
    }
  }

  @Suite("A coordinator that keeps finished children")
  struct CoordinatorTests {
    @Test("When a coordinator keeps a finished child then the coordinator is reported")
    func whenCoordinatorKeepsFinishedChild_thenCoordinatorIsReported() async {
      let app = Coordinator()
      let issues = await capturingIssues {
        await withLeakTracking(searching: [app]) {
          let checkout = trackForMemoryLeaks(Coordinator())
          app.start(checkout)
        }
      }

      #expect(
        issues.map(\.comments) == [
          [
            """
            Coordinator was not deallocated
            Retained by: Coordinator.children[0] → Coordinator
            The first object outlives the test.
            """
          ]
        ]
      )
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func expectLeak(
  _ text: String,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async -> Void
) async {
  let issues = await capturingIssues { await withLeakTracking { await body() } }
  #expect(issues.map { $0.comments.map(\.rawValue) } == [[text]], sourceLocation: sourceLocation)
}

/// Keeps streams open for as long as the process runs, as a radio or a socket would.
private let lasting = Locked<[AsyncStream<Int>.Continuation]>([])

private final class RemoteLoader {
  var delegate: FeedViewModel?
}

private final class FeedViewModel {
  let loader: RemoteLoader

  init(loader: RemoteLoader) {
    self.loader = loader
    loader.delegate = self
  }
}

private final class FixedRemoteLoader {
  weak var delegate: FixedFeedViewModel?
}

private final class FixedFeedViewModel {
  let loader: FixedRemoteLoader

  init(loader: FixedRemoteLoader) {
    self.loader = loader
    loader.delegate = self
  }
}

private final class Form {
  var onChange: (() -> Void)?
  func validate() {}
}

private final class Countdown {
  private var timer: RepeatingTimer?
  func step() {}
  func start(_ tick: @escaping () -> Void) { timer = RepeatingTimer(tick: tick) }
}

private struct RepeatingTimer {
  let tick: () -> Void
}

private final class Player: @unchecked Sendable {  // Sendable: used by one task of one test.
  var playing: Task<Void, Never>?
  func show(_ position: Int) {}
  deinit { playing?.cancel() }
}

private final class NotificationHub {
  private var observers: [() -> Void] = []
  func observe(_ block: @escaping () -> Void) { observers.append(block) }
}

private final class Badge {
  var count = 0
  private let hub: NotificationHub
  init(hub: NotificationHub) { self.hub = hub }
}

private final class Folder {
  private var parent: Folder?
  private var children: [Folder] = []

  func add(_ child: Folder) {
    child.parent = self
    children.append(child)
  }
}

private final class Coordinator {
  private var children: [Coordinator] = []
  func start(_ child: Coordinator) { children.append(child) }
}
