import TestBuilders
import Testing
import TestingSupportCore

@Suite("Comparing with a model")
struct ComparingWithAModelExamples {
  @Test("When a cache is used in any order then it holds what its model holds")
  func whenCacheIsUsedInAnyOrder_thenItHoldsWhatModelHolds() async {
    await expectModel(
      system: { RecentCache(capacity: 2) },
      model: { [Entry]() },
      commands: [insert, read]
    )
  }

  @Test(
    "When reading an entry does not count as use then the shortest program that shows it is reported",
    arguments: 0..<10 as Range<UInt64>
  )
  func whenReadingDoesNotCount_thenShortestProgramIsReported(seed: UInt64) async {
    let issues = await recordedIssues {
      await withSeed(seed) {
        await expectModel(
          system: { ForgetfulCache(capacity: 2) as RecentCache },
          model: { [Entry]() },
          commands: [insert, read]
        )
      }
    }
    let report = """
        cache.insert(0, for: 0)
        cache.insert(0, for: 1)
        cache.value(for: 0)
        cache.insert(0, for: 2)
        cache.value(for: 0)
      Replay it with `expectModel(replaying: "1.0.0.0.1.0.0.1.1.1.0.1.0.0.2.1.1")`.
      """
    #expect(issues.last?.text.contains(report) == true)
  }

  @Test("When the program is pasted into a test then it shows that the cache is mended")
  func whenProgramIsPasted_thenItShowsThatCacheIsMended() {
    let cache = RecentCache(capacity: 2)
    cache.insert(0, for: 0)
    cache.insert(0, for: 1)
    _ = cache.value(for: 0)
    cache.insert(0, for: 2)
    #expect(cache.value(for: 0) == 0)
  }
}

// MARK: - Commands

private struct Entry {
  let key: UInt8
  let value: Int
}

private var insert: ModelCommand<RecentCache, [Entry]> {
  ModelCommand("cache.insert(_:for:)") { (cache: inout RecentCache, model: inout [Entry], value: Int, key: UInt8) in
    cache.insert(value, for: key)
    model.removeAll { $0.key == key }
    model.append(Entry(key: key, value: value))
    model = model.suffix(2)
  }
}

private var read: ModelCommand<RecentCache, [Entry]> {
  ModelCommand("cache.value(for:)", from: { $0.map(\.key) }) {
    (cache: inout RecentCache, model: inout [Entry], key: UInt8) in
    let entries = model.filter { $0.key == key }
    model = model.filter { $0.key != key } + entries
    #expect(cache.value(for: key) == entries.last?.value)
  }
}

// MARK: - Production code

/// Holds the entries that were used last, up to a number of them.
private class RecentCache {
  private let capacity: Int
  fileprivate var entries: [(key: UInt8, value: Int)] = []

  init(capacity: Int) { self.capacity = capacity }

  func insert(_ value: Int, for key: UInt8) {
    entries.removeAll { $0.key == key }
    entries.append((key, value))
    entries = entries.suffix(capacity)
  }

  func value(for key: UInt8) -> Int? {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
    entries.append(entries.remove(at: index))
    return entries.last?.value
  }
}

/// The cache with the mistake.
private final class ForgetfulCache: RecentCache {
  override func value(for key: UInt8) -> Int? {
    entries.first { $0.key == key }?.value
  }
}
