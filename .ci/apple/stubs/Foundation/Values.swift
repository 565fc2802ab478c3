// Dates, numbers and bytes.

public struct Date: Hashable, Comparable, Codable, Sendable, CustomStringConvertible, CustomReflectable {
  public init() {}
  public init(timeIntervalSinceNow: TimeInterval) {}
  public init(timeIntervalSince1970: TimeInterval) {}
  public init(timeIntervalSinceReferenceDate: TimeInterval) {}
  public init(timeInterval: TimeInterval, since date: Date) {}
  public var timeIntervalSinceNow: TimeInterval { fatalError() }
  public var timeIntervalSince1970: TimeInterval { fatalError() }
  public var timeIntervalSinceReferenceDate: TimeInterval { fatalError() }
  public func timeIntervalSince(_ date: Date) -> TimeInterval { fatalError() }
  public func addingTimeInterval(_ interval: TimeInterval) -> Date { fatalError() }
  public static let distantPast = Date(), distantFuture = Date()
  @available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
  public static var now: Date { fatalError() }
  public static func < (a: Date, b: Date) -> Bool { fatalError() }
  public static func + (date: Date, interval: TimeInterval) -> Date { fatalError() }
  public static func - (date: Date, interval: TimeInterval) -> Date { fatalError() }
  public static func += (date: inout Date, interval: TimeInterval) {}
  public var description: String { fatalError() }
  public var customMirror: Mirror { fatalError() }
}

@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
public protocol FormatStyle: Codable, Hashable {
  associatedtype FormatInput
  associatedtype FormatOutput
  func format(_ value: FormatInput) -> FormatOutput
}

@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
extension Date {
  public struct ISO8601FormatStyle: FormatStyle, Sendable {
    public enum DateSeparator: String, Codable, Sendable { case dash, omitted }
    public enum DateTimeSeparator: String, Codable, Sendable { case space, standard }
    public enum TimeSeparator: String, Codable, Sendable { case colon, omitted }
    public enum TimeZoneSeparator: String, Codable, Sendable { case colon, omitted }
    public init(
      dateSeparator: DateSeparator = .dash,
      dateTimeSeparator: DateTimeSeparator = .standard,
      timeSeparator: TimeSeparator = .colon,
      timeZoneSeparator: TimeZoneSeparator = .omitted,
      includingFractionalSeconds: Bool = false,
      timeZone: TimeZone = TimeZone(secondsFromGMT: 0)!
    ) {}
    public func format(_ value: Date) -> String { fatalError() }
  }
  public func formatted<F: FormatStyle>(_ format: F) -> F.FormatOutput where F.FormatInput == Date { fatalError() }
  public func ISO8601Format(_ style: ISO8601FormatStyle = .init()) -> String { fatalError() }
}

@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
extension FormatStyle where Self == Date.ISO8601FormatStyle {
  public static var iso8601: Self { fatalError() }
}

public struct TimeZone: Hashable, Codable, Sendable {
  public init?(secondsFromGMT seconds: Int) {}
  public func secondsFromGMT(for date: Date = Date()) -> Int { fatalError() }
  public init?(identifier: String) {}
}

public struct Locale: Hashable, Codable, Sendable {
  public init(identifier: String) {}
  public static var current: Locale { fatalError() }
  public var identifier: String { fatalError() }
}

public struct Calendar: Hashable, Codable, Sendable {
  public enum Identifier: Codable, Sendable { case gregorian, iso8601 }
  public enum Component: Sendable { case era, year, month, day, hour, minute, second }
  public init(identifier: Identifier) {}
  public static var current: Calendar { fatalError() }
  public var timeZone: TimeZone {
    get { fatalError() }
    set {}
  }
  public func date(byAdding: Component, value: Int, to: Date, wrappingComponents: Bool = false) -> Date? {
    fatalError()
  }
  public var locale: Locale? {
    get { fatalError() }
    set {}
  }
  public var standaloneMonthSymbols: [String] { fatalError() }
  public func component(_ component: Component, from date: Date) -> Int { fatalError() }
  public func isDate(_ date: Date, inSameDayAs other: Date) -> Bool { fatalError() }
  public func date(from components: DateComponents) -> Date? { fatalError() }
  public func dateComponents(_ components: Set<Component>, from date: Date) -> DateComponents { fatalError() }
}

public struct DateComponents: Hashable, Codable, Sendable {
  public init(
    calendar: Calendar? = nil,
    timeZone: TimeZone? = nil,
    era: Int? = nil,
    year: Int? = nil,
    month: Int? = nil,
    day: Int? = nil,
    hour: Int? = nil,
    minute: Int? = nil,
    second: Int? = nil,
    nanosecond: Int? = nil,
    weekday: Int? = nil,
    weekdayOrdinal: Int? = nil,
    quarter: Int? = nil,
    weekOfMonth: Int? = nil,
    weekOfYear: Int? = nil,
    yearForWeekOfYear: Int? = nil
  ) {}
  public var year: Int?
  public var month: Int?
  public var day: Int?
}

public struct DateInterval: Hashable, Comparable, Codable, Sendable {
  public init(start: Date, end: Date) { fatalError() }
  public init(start: Date, duration: TimeInterval) { fatalError() }
  public var start: Date
  public var end: Date { fatalError() }
  public var duration: TimeInterval { fatalError() }
  public static func < (a: DateInterval, b: DateInterval) -> Bool { fatalError() }
}

public typealias uuid_t = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)

public struct UUID: Hashable, Codable, Sendable, CustomStringConvertible, CustomReflectable {
  public init() {}
  public init(uuid: uuid_t) {}
  public init?(uuidString string: String) {}
  public var uuid: uuid_t { fatalError() }
  public var uuidString: String { fatalError() }
  public var description: String { fatalError() }
  public var customMirror: Mirror { fatalError() }
}

@available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
extension UUID: Comparable {
  public static func < (a: UUID, b: UUID) -> Bool { fatalError() }
}

public struct Data: Hashable, Codable, Sendable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  CustomStringConvertible, CustomReflectable
{
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let atomic = WritingOptions(rawValue: 1)
  }
  public init() {}
  public init(capacity: Int) {}
  public init(count: Int) {}
  public init(repeating: UInt8, count: Int) {}
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
  public init(contentsOf url: URL, options: ReadingOptions = []) throws {}
  public func write(to url: URL, options: WritingOptions = []) throws {}
  public func hash(into hasher: inout Hasher) {}
  public static func == (a: Data, b: Data) -> Bool { fatalError() }
  public var startIndex: Int { fatalError() }
  public var endIndex: Int { fatalError() }
  public subscript(index: Int) -> UInt8 {
    get { fatalError() }
    set {}
  }
  public subscript(bounds: Range<Int>) -> Data {
    get { fatalError() }
    set {}
  }
  public mutating func replaceSubrange<C: Collection>(_ bounds: Range<Int>, with elements: C) where C.Element == UInt8 {
  }
  public var description: String { fatalError() }
  public var customMirror: Mirror { fatalError() }
}

public struct Decimal: Hashable, Comparable, Codable, Sendable, SignedNumeric, Strideable, CustomStringConvertible {
  public init() {}
  public init(_ value: Int) {}
  public init(_ value: Double) {}
  public init(integerLiteral value: Int) {}
  public init?<T: BinaryInteger>(exactly source: T) {}
  public init?(string: String, locale: Locale? = nil) {}
  public var magnitude: Decimal { fatalError() }
  public static var greatestFiniteMagnitude: Decimal { fatalError() }
  public static var leastNonzeroMagnitude: Decimal { fatalError() }
  public static var leastNormalMagnitude: Decimal { fatalError() }
  public static var pi: Decimal { fatalError() }
  public static var nan: Decimal { fatalError() }
  public var isNaN: Bool { fatalError() }
  public static func < (a: Decimal, b: Decimal) -> Bool { fatalError() }
  public static func + (a: Decimal, b: Decimal) -> Decimal { fatalError() }
  public static func - (a: Decimal, b: Decimal) -> Decimal { fatalError() }
  public static func * (a: Decimal, b: Decimal) -> Decimal { fatalError() }
  public static func / (a: Decimal, b: Decimal) -> Decimal { fatalError() }
  public static func *= (a: inout Decimal, b: Decimal) {}
  public func distance(to other: Decimal) -> Decimal { fatalError() }
  public func advanced(by n: Decimal) -> Decimal { fatalError() }
  public var description: String { fatalError() }
}

extension Decimal: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) {}
}

public enum ComparisonResult: Int, Sendable { case orderedAscending = -1, orderedSame, orderedDescending }

open class ISO8601DateFormatter: NSObject, @unchecked Sendable {
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let withFullDate = Options(rawValue: 1), withTime = Options(rawValue: 2)
    public static let withTimeZone = Options(rawValue: 4), withColonSeparatorInTime = Options(rawValue: 8)
    public static let withFractionalSeconds = Options(rawValue: 16)
  }
  open var formatOptions: Options = []
  open var timeZone: TimeZone! { didSet {} }
  open func date(from text: String) -> Date? { fatalError() }
}
