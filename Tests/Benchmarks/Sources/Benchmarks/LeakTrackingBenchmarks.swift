import LeakTracking
import Testing

private let objectCount = 100_000

/// What it costs to track objects that do not leak, beyond the weak reference that any such check takes.
let leakTrackingBenchmarks = [
  Benchmark(
    "make, track and look at 100,000 objects",
    baseline: "hold them weakly",
    limit: 7,
    operations: objectCount
  ) {
    await withLeakTracking {
      for _ in 0..<objectCount { trackForMemoryLeaks(Screen()) }
    }
  } against: {
    var references: [WeakReference] = []
    for _ in 0..<objectCount {
      let screen = Screen()
      references.append(WeakReference(screen: screen))
      keep(screen)
    }
    keep(references.count { $0.screen != nil })
  },
  Benchmark(
    "the same while all of them are there",
    baseline: "hold them weakly",
    limit: 6,
    operations: objectCount
  ) {
    await withLeakTracking {
      var screens: [Screen] = []
      for _ in 0..<objectCount { screens.append(trackForMemoryLeaks(Screen())) }
      keep(screens)
    }
  } against: {
    var references: [WeakReference] = []
    var screens: [Screen] = []
    for _ in 0..<objectCount {
      let screen = Screen()
      screens.append(screen)
      references.append(WeakReference(screen: screen))
    }
    keep(screens)
    keep(references)
  },
]

private final class Screen {
  let number = 1
}

private struct WeakReference {
  weak var screen: Screen?
}
