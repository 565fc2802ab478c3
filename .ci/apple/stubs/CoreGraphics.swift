// Core Graphics, as far as the package uses it.

public struct CGFloat: BinaryFloatingPoint, Codable, Sendable, CustomReflectable {
  public typealias NativeType = Double
  public typealias Exponent = Int
  public typealias RawSignificand = UInt
  public init(_ value: Double) { native = value }
  public init(_ value: Float) { fatalError() }
  public init(_ value: Int) { fatalError() }
  public init<Source: BinaryInteger>(_ value: Source) { fatalError() }
  public init?<Source: BinaryInteger>(exactly value: Source) { fatalError() }
  public init(floatLiteral value: Double) { fatalError() }
  public init(integerLiteral value: Int) { fatalError() }
  public init(sign: FloatingPointSign, exponent: Int, significand: CGFloat) { fatalError() }
  public init(sign: FloatingPointSign, exponentBitPattern: UInt, significandBitPattern: UInt) { fatalError() }
  public var native: Double
  public static var exponentBitCount: Int { fatalError() }
  public static var significandBitCount: Int { fatalError() }
  public static var nan: CGFloat { fatalError() }
  public static var signalingNaN: CGFloat { fatalError() }
  public static var infinity: CGFloat { fatalError() }
  public static var greatestFiniteMagnitude: CGFloat { fatalError() }
  public static var pi: CGFloat { fatalError() }
  public static var leastNormalMagnitude: CGFloat { fatalError() }
  public static var leastNonzeroMagnitude: CGFloat { fatalError() }
  public var exponentBitPattern: UInt { fatalError() }
  public var significandBitPattern: UInt { fatalError() }
  public var sign: FloatingPointSign { fatalError() }
  public var exponent: Int { fatalError() }
  public var significand: CGFloat { fatalError() }
  public var magnitude: CGFloat { fatalError() }
  public var ulp: CGFloat { fatalError() }
  public var binade: CGFloat { fatalError() }
  public var significandWidth: Int { fatalError() }
  public var nextUp: CGFloat { fatalError() }
  public var isNormal: Bool { fatalError() }
  public var isFinite: Bool { fatalError() }
  public var isZero: Bool { fatalError() }
  public var isSubnormal: Bool { fatalError() }
  public var isInfinite: Bool { fatalError() }
  public var isNaN: Bool { fatalError() }
  public var isSignalingNaN: Bool { fatalError() }
  public var isCanonical: Bool { fatalError() }
  public var customMirror: Mirror { fatalError() }
  public func isEqual(to other: CGFloat) -> Bool { fatalError() }
  public func isLess(than other: CGFloat) -> Bool { fatalError() }
  public func isLessThanOrEqualTo(_ other: CGFloat) -> Bool { fatalError() }
  public func advanced(by amount: CGFloat) -> CGFloat { fatalError() }
  public func distance(to other: CGFloat) -> CGFloat { fatalError() }
  public func hash(into hasher: inout Hasher) {}
  public mutating func round(_ rule: FloatingPointRoundingRule) {}
  public mutating func formRemainder(dividingBy other: CGFloat) {}
  public mutating func formTruncatingRemainder(dividingBy other: CGFloat) {}
  public mutating func formSquareRoot() {}
  public mutating func addProduct(_ left: CGFloat, _ right: CGFloat) {}
  public static func + (left: CGFloat, right: CGFloat) -> CGFloat { fatalError() }
  public static func - (left: CGFloat, right: CGFloat) -> CGFloat { fatalError() }
  public static func * (left: CGFloat, right: CGFloat) -> CGFloat { fatalError() }
  public static func / (left: CGFloat, right: CGFloat) -> CGFloat { fatalError() }
  public static func += (left: inout CGFloat, right: CGFloat) {}
  public static func -= (left: inout CGFloat, right: CGFloat) {}
  public static func *= (left: inout CGFloat, right: CGFloat) {}
  public static func /= (left: inout CGFloat, right: CGFloat) {}
}

public struct CGPoint: Equatable, Codable, Sendable {
  public var x, y: CGFloat
  public init() { fatalError() }
  public init(x: CGFloat, y: CGFloat) { fatalError() }
  public init(x: Double, y: Double) { fatalError() }
  public init(x: Int, y: Int) { fatalError() }
  public static var zero: CGPoint { fatalError() }
}

public struct CGSize: Equatable, Codable, Sendable {
  public var width, height: CGFloat
  public init() { fatalError() }
  public init(width: CGFloat, height: CGFloat) { fatalError() }
  public init(width: Double, height: Double) { fatalError() }
  public init(width: Int, height: Int) { fatalError() }
  public static var zero: CGSize { fatalError() }
}

public struct CGRect: Equatable, Codable, Sendable {
  public var origin: CGPoint
  public var size: CGSize
  public init() { fatalError() }
  public init(origin: CGPoint, size: CGSize) { fatalError() }
  public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) { fatalError() }
  public init(x: Double, y: Double, width: Double, height: Double) { fatalError() }
  public init(x: Int, y: Int, width: Int, height: Int) { fatalError() }
  public static var zero: CGRect { fatalError() }
}
