/// A duration that is not a `Duration`.
struct Frames: DurationProtocol, Hashable, CustomStringConvertible {
  var count: Int

  var description: String { "\(count) frames" }

  static var zero: Self { Self(count: 0) }
  static func + (left: Self, right: Self) -> Self { Self(count: left.count + right.count) }
  static func - (left: Self, right: Self) -> Self { Self(count: left.count - right.count) }
  static func < (left: Self, right: Self) -> Bool { left.count < right.count }
  static func / (left: Self, right: Int) -> Self { Self(count: left.count / right) }
  static func * (left: Self, right: Int) -> Self { Self(count: left.count * right) }
  static func / (left: Self, right: Self) -> Double { Double(left.count) / Double(right.count) }
}
