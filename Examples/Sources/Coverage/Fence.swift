/// A stretch of the way on which the network was measured.
public struct Fence: Identifiable, Hashable, Sendable {
  /// Its number, counted from the beginning of the measurement.
  public let id: Int
  /// Where it was entered.
  public let coordinate: Coordinate
  /// When it was entered, since the beginning of the measurement.
  public let entered: Duration
  /// When it was left; `nil` for the one that the person is in.
  public var left: Duration?
  /// The radio technologies seen in it, the latest last.
  public var technologies: [String]
  /// The round trips measured in it.
  public var pings: [Duration]

  /// Creates a fence.
  public init(
    id: Int,
    coordinate: Coordinate,
    entered: Duration,
    left: Duration? = nil,
    technologies: [String] = [],
    pings: [Duration] = []
  ) {
    self.id = id
    self.coordinate = coordinate
    self.entered = entered
    self.left = left
    self.technologies = technologies
    self.pings = pings
  }

  /// The mean of the round trips; `nil` where none was measured.
  public var averagePing: Duration? {
    pings.isEmpty ? nil : pings.reduce(.zero, +) / pings.count
  }
}

/// A fence as the map shows it.
public struct FenceItem: Identifiable, Hashable, Sendable {
  /// The fence's number.
  public let id: Fence.ID
  /// Where it is drawn.
  public let coordinate: Coordinate
  /// The technology that gives it its colour.
  public let technology: String
  /// Whether the person has chosen it.
  public let isSelected: Bool
  /// Whether the person is in it.
  public let isCurrent: Bool
}

/// What is told of the fence that the person has chosen.
public struct FenceDetail: Identifiable, Hashable, Sendable {
  /// The fence's number.
  public let id: Fence.ID
  /// The mean round trip in words, empty where none was measured.
  public let averagePing: String
  /// All technologies seen in it.
  public let technologies: String
  /// How long the person was in it, in words; empty for the one that the person is in.
  public let timeSpent: String
}

extension FenceDetail {
  init(_ fence: Fence) {
    id = fence.id
    averagePing = fence.averagePing.map { "\(Int(($0 / .milliseconds(1)).rounded())) ms" } ?? ""
    technologies = fence.technologies.joined(separator: ", ")
    timeSpent = fence.left.map { "\(Int((($0 - fence.entered) / .seconds(1)).rounded())) s" } ?? ""
  }
}
