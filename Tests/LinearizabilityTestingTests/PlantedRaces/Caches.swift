import LinearizabilityTesting

extension PlantedRace {
  /// While one download is awaited, the actor lets another caller in, who finds no entry either.
  static let reentrantCache = PlantedRace(
    "a cache that is entered again",
    system: { ReentrantCache(version: $0) },
    model: { [Key: Int]() },
    operations: {
      [
        ModelOperation("cache.value(for:)") { (cache: ReentrantCache, key: Key) in
          await cache.value(for: key)
        } model: { (values: inout [Key: Int], key: Key) in
          values[key] = 1
          return 1
        },
        ModelOperation("cache.downloads(of:)") { (cache: ReentrantCache, key: Key) in
          await cache.downloads(of: key)
        } model: { (values: inout [Key: Int], key: Key) in
          values[key] ?? 0
        },
      ]
    }
  )

  /// A value that is on its way into the cache is written there after it was invalidated.
  static let lostInvalidation = PlantedRace(
    "a cache that loses an invalidation",
    system: { WriteThroughCache(version: $0) },
    model: { 0 },
    operations: {
      [
        ModelOperation("cache.value()") { (cache: WriteThroughCache) in
          await cache.value()
        } model: { (value: inout Int) in
          value
        },
        ModelOperation("cache.setValue(_:)") { (cache: WriteThroughCache, newValue: Int) in
          await cache.setValue(newValue)
        } model: { (value: inout Int, newValue: Int) in
          value = newValue
        },
      ]
    }
  )

  /// Two callers find nothing there, and both make it.
  static let onceOnlyInitializer = PlantedRace(
    "an initializer that runs twice",
    system: { Lazy(version: $0) },
    model: { () },
    operations: {
      [
        ModelOperation("lazy.value()") { (lazy: Lazy) in
          await lazy.value()
        } model: { (_: inout Void) in
          1
        }
      ]
    }
  )

  /// Each caller who meets an expired token refreshes it.
  static let refreshToken = PlantedRace(
    "a token that is refreshed twice",
    system: { Session(version: $0) },
    model: { SessionModel() },
    operations: {
      [
        ModelOperation("session.token()") { (session: Session) in
          await session.token()
        } model: { (session: inout SessionModel) in
          if session.isExpired { session = SessionModel(number: session.number + 1, isExpired: false) }
          return session.number
        },
        ModelOperation("session.expire()") { (session: Session) in
          await session.expire()
        } model: { (session: inout SessionModel) in
          session.isExpired = true
        },
      ]
    }
  )

  /// Two saves are written to the disk in one order and to the memory in another.
  static let store = PlantedRace(
    "a store whose memory and disk differ",
    system: { Store(version: $0) },
    model: { 0 },
    operations: {
      [
        ModelOperation("store.save(_:)") { (store: Store, value: Int) in
          await store.save(value)
        } model: { (saved: inout Int, value: Int) in
          saved = value
        },
        ModelOperation("store.value()") { (store: Store) in
          await store.value()
        } model: { (saved: inout Int) in
          saved
        },
        ModelOperation("store.valueAfterRestart()") { (store: Store) in
          await store.valueAfterRestart()
        } model: { (saved: inout Int) in
          saved
        },
      ]
    }
  )
}

private actor ReentrantCache {
  private let version: PlantedRace.Version
  private var values: [Key: Int] = [:]
  private var pending: [Key: Task<Int, Never>] = [:]
  private var downloads: [Key: Int] = [:]

  init(version: PlantedRace.Version) { self.version = version }

  func value(for key: Key) async -> Int {
    if let value = values[key] { return value }
    if version == .corrected, let download = pending[key] { return await download.value }
    let download = Task { await self.download(key) }
    pending[key] = download
    let value = await download.value
    values[key] = value
    return value
  }

  func downloads(of key: Key) -> Int { downloads[key, default: 0] }

  private func download(_ key: Key) async -> Int {
    downloads[key, default: 0] += 1
    let number = downloads[key, default: 0]
    await roundTrip()
    return number
  }
}

private actor WriteThroughCache {
  private let version: PlantedRace.Version
  private var source = 0
  private var cached: Int?
  private var generation = 0
  private var writes = 0

  init(version: PlantedRace.Version) { self.version = version }

  func value() async -> Int {
    if let cached { return cached }
    let start = generation
    let value = source
    await roundTrip()
    // A value that is on its way while it is written may be an old one.
    if version == .faulty || generation == start && writes == 0 { cached = value }
    return value
  }

  func setValue(_ value: Int) async {
    generation += 1
    writes += 1
    cached = nil
    await roundTrip()
    source = value
    generation += 1
    writes -= 1
    cached = nil
  }
}

private actor Lazy {
  private let version: PlantedRace.Version
  private var made = 0
  private var number: Int?
  private var making: Task<Int, Never>?

  init(version: PlantedRace.Version) { self.version = version }

  func value() async -> Int {
    if let number { return number }
    if version == .corrected, let making { return await making.value }
    let making = Task { await self.make() }
    self.making = making
    let number = await making.value
    self.number = number
    return number
  }

  private func make() async -> Int {
    await roundTrip()
    made += 1
    return made
  }
}

private struct SessionModel: Hashable {
  var number = 0
  var isExpired = true
}

private actor Session {
  private let version: PlantedRace.Version
  private var number = 0
  private var isExpired = true
  private var refresh: Task<Int, Never>?

  init(version: PlantedRace.Version) { self.version = version }

  func token() async -> Int {
    if !isExpired { return number }
    if version == .corrected, let refresh { return await refresh.value }
    let refresh = Task { await self.refreshed() }
    self.refresh = refresh
    return await refresh.value
  }

  func expire() { isExpired = true }

  private func refreshed() async -> Int {
    await roundTrip()
    number += 1
    isExpired = false
    refresh = nil
    return number
  }
}

private actor Store {
  private let version: PlantedRace.Version
  private var memory = 0
  private var disk = 0
  private var latestSave: Task<Void, Never>?

  init(version: PlantedRace.Version) { self.version = version }

  func save(_ value: Int) async {
    if version == .faulty {
      memory = value
      return await write(value)
    }
    let before = latestSave
    let save = Task {
      await before?.value
      await self.write(value)
    }
    latestSave = save
    await save.value
  }

  func value() -> Int { version == .faulty ? memory : disk }
  func valueAfterRestart() -> Int { disk }

  private func write(_ value: Int) async {
    await roundTrip()
    disk = value
  }
}
