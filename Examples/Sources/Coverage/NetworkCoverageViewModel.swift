/// The map that shows how good the network was along the way.
///
/// While it measures, the way is cut into fences: a new one begins as soon as the person is far enough from where the
/// last one was entered. The server is pinged at a fixed interval, and each answer counts for the fence in which the
/// question was asked, however late it comes.
@MainActor
public final class NetworkCoverageViewModel {
  /// The fences on the screen.
  public private(set) var fenceItems: [FenceItem] = []
  /// What is told of the chosen fence.
  public private(set) var selectedFenceDetail: FenceDetail?
  /// Whether a measurement is going on.
  public private(set) var isMeasuring = false

  /// The fence that the person has chosen.
  public var selectedFenceItem: FenceItem? {
    get { fenceItems.first { $0.id == selectedFence } }
    set {
      selectedFence = newValue?.id
      updateItems()
    }
  }

  /// The part of the map on the screen; `nil` shows everything.
  public var visibleRegion: Region? {
    didSet { updateItems() }
  }

  private var fences: [Fence]
  private var selectedFence: Fence.ID?
  private var measurement: [Task<Void, Never>] = []
  private var began: Moment?

  private let locations: any LocationTracking
  private let pings: any PingMeasuring
  private let stopwatch: Stopwatch
  private let fenceRadius: Double
  private let minimumAccuracy: Double
  private let pingInterval: Duration

  /// Creates the map.
  public init(
    fences: [Fence] = [],
    locations: any LocationTracking,
    pings: any PingMeasuring,
    clock: any Clock<Duration>,
    fenceRadius: Double = 20,
    minimumAccuracy: Double = 10,
    pingInterval: Duration = .seconds(1)
  ) {
    self.fences = fences
    self.locations = locations
    self.pings = pings
    self.stopwatch = Stopwatch(clock: clock)
    self.fenceRadius = fenceRadius
    self.minimumAccuracy = minimumAccuracy
    self.pingInterval = pingInterval
    updateItems()
  }

  /// Starts to measure, or stops.
  public func toggleMeasurement() {
    isMeasuring ? stop() : start()
  }

  private func start() {
    isMeasuring = true
    fences = []
    began = stopwatch.now
    let updates = locations.updates()
    measurement = [
      Task { [weak self] in
        for await update in updates { self?.move(update) }
      },
      Task { [weak self, stopwatch, pingInterval] in
        repeat {
          self?.measure()
        } while (try? await stopwatch.sleep(for: pingInterval)) != nil
      },
    ]
    updateItems()
  }

  private func stop() {
    isMeasuring = false
    for task in measurement { task.cancel() }
    measurement = []
    leaveFence()
    updateItems()
  }

  private func move(_ update: LocationUpdate) {
    guard isMeasuring, update.accuracy <= minimumAccuracy else { return }
    if let current = fences.last, current.coordinate.distance(to: update.coordinate) < fenceRadius {
      note(update.technology)
    } else {
      leaveFence()
      fences.append(Fence(id: fences.count, coordinate: update.coordinate, entered: elapsed))
      note(update.technology)
    }
    updateItems()
  }

  private func note(_ technology: String?) {
    guard let technology, fences[fences.count - 1].technologies.last != technology else { return }
    fences[fences.count - 1].technologies.append(technology)
  }

  private func measure() {
    guard let fence = fences.last?.id else { return }
    let question = Task { [weak self, pings] in
      guard let answer = try? await pings.ping(), !Task.isCancelled else { return }
      self?.count(answer, for: fence)
    }
    measurement.append(question)
  }

  private func count(_ ping: Duration, for fence: Fence.ID) {
    guard let index = fences.firstIndex(where: { $0.id == fence }) else { return }
    fences[index].pings.append(ping)
    updateItems()
  }

  private func leaveFence() {
    guard let last = fences.indices.last, fences[last].left == nil else { return }
    fences[last].left = elapsed
  }

  private var elapsed: Duration {
    began.map { $0.duration(to: stopwatch.now) } ?? .zero
  }

  private func updateItems() {
    let shown = fences.filter { visibleRegion?.contains($0.coordinate) ?? true }
    fenceItems = shown.map { fence in
      FenceItem(
        id: fence.id,
        coordinate: fence.coordinate,
        technology: fence.technologies.last ?? "none",
        isSelected: fence.id == selectedFence,
        isCurrent: isMeasuring && fence.id == fences.last?.id
      )
    }
    selectedFenceDetail = fences.first { $0.id == selectedFence }.map(FenceDetail.init)
  }

  deinit {
    for task in measurement { task.cancel() }
  }
}
