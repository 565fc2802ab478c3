// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The classes of Objective-C that have a value type beside them, and the values that differences look into.

open class NSNull: NSObject, @unchecked Sendable {}
open class NSDictionary: NSObject, Sequence, @unchecked Sendable {
  public init(dictionary: [AnyHashable: Any]) {}
  public func makeIterator() -> AnyIterator<(key: Any, value: Any)> { fatalError() }
}
open class NSSet: NSObject, Sequence, @unchecked Sendable {
  public init(array: [Any]) {}
  public func makeIterator() -> AnyIterator<Any> { fatalError() }
}
open class NSCountedSet: NSSet, @unchecked Sendable {
  open func count(for object: Any) -> Int { fatalError() }
}
open class NSArray: NSObject, Sequence, @unchecked Sendable {
  public init(array: [Any]) {}
  public func makeIterator() -> AnyIterator<Any> { fatalError() }
}
open class NSOrderedSet: NSObject, Sequence, @unchecked Sendable {
  public init(array: [Any]) {}
  public func makeIterator() -> AnyIterator<Any> { fatalError() }
}
open class NSString: NSObject, @unchecked Sendable { public init(_ string: String) {} }
public typealias NSRange = _NSRange
public struct _NSRange: Hashable, Sendable {
  public init(location: Int, length: Int) {}
  public init<R: RangeExpression>(_ region: R) where R.Bound: FixedWidthInteger {}
  public var lowerBound: Int { fatalError() }
  public var upperBound: Int { fatalError() }
}
open class NSAttributedString: NSObject, @unchecked Sendable {
  public struct Key: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { fatalError() }
    public init(_ rawValue: String) { fatalError() }
  }
  public struct EnumerationOptions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { fatalError() }
  }
  public init(string: String, attributes: [Key: Any]? = nil) {}
  open var string: String { fatalError() }
  open var length: Int { fatalError() }
  open func attributedSubstring(from range: NSRange) -> NSAttributedString { fatalError() }
  open func enumerateAttributes(
    in range: NSRange,
    options: EnumerationOptions = [],
    using block: ([Key: Any], NSRange, UnsafeMutablePointer<Bool>) -> Void
  ) {}
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct AttributeContainer: Equatable, Sendable, CustomStringConvertible {
  public init() {}
  public var description: String { fatalError() }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct AttributedString: Hashable, Sendable {
  public struct Index: Comparable, Sendable {
    public static func < (a: Index, b: Index) -> Bool { fatalError() }
  }
  public struct CharacterView: Sequence, Sendable {
    public func makeIterator() -> AnyIterator<Character> { fatalError() }
  }
  public struct Runs: Sequence, Sendable {
    public struct Run: Sendable {
      public var range: Range<Index> { fatalError() }
      public var attributes: AttributeContainer { fatalError() }
    }
    public func makeIterator() -> AnyIterator<Run> { fatalError() }
  }
  public init(_ string: String) { fatalError() }
  public func range(of string: String) -> Range<Index>? { fatalError() }
  public var characters: CharacterView { fatalError() }
  public var runs: Runs { fatalError() }
  public subscript(range: Range<Index>) -> AttributedSubstring {
    get { fatalError() }
    set {}
  }
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct AttributedSubstring: Hashable, Sendable {
  public var link: URL?
  public var characters: AttributedString.CharacterView { fatalError() }
}
open class NSData: NSObject, @unchecked Sendable { public init(data: Data) {} }
extension Data { public init(referencing reference: NSData) { fatalError() } }
open class NSDate: NSObject, @unchecked Sendable {
  open var timeIntervalSinceReferenceDate: TimeInterval { fatalError() }
}
open class NSURL: NSObject, @unchecked Sendable {
  public init?(string: String) {}
  open var absoluteString: String? { fatalError() }
}
open class NSUUID: NSObject, @unchecked Sendable {
  public init?(uuidString: String) {}
  open var uuidString: String { fatalError() }
}
open class NSLocale: NSObject, @unchecked Sendable {
  public struct Key: Hashable, Sendable { public static let identifier = Key() }
  public init(localeIdentifier: String) {}
  open func object(forKey key: Key) -> Any? { fatalError() }
}
open class NSTimeZone: NSObject, @unchecked Sendable { open var name: String { fatalError() } }
open class NSIndexPath: NSObject, @unchecked Sendable {
  public init(index: Int) {}
  open var length: Int { fatalError() }
  open func index(atPosition position: Int) -> Int { fatalError() }
}
open class NSIndexSet: NSObject, @unchecked Sendable {
  public init(indexSet: IndexSet) {}
  open func enumerateRanges(_ block: (NSRange, UnsafeMutablePointer<Bool>) -> Void) {}
}
open class Unit: NSObject, @unchecked Sendable {
  public init(symbol: String) {}
  open var symbol: String { fatalError() }
}
open class NSMeasurement: NSObject, @unchecked Sendable {
  public init(doubleValue: Double, unit: Unit) {}
  open var unit: Unit { fatalError() }
  open var doubleValue: Double { fatalError() }
}
open class NSURLComponents: NSObject, @unchecked Sendable {
  public init?(string: String) {}
  open var string: String? { fatalError() }
}
open class NSURLQueryItem: NSObject, @unchecked Sendable {
  public init(name: String, value: String?) {}
  open var name: String { fatalError() }
  open var value: String? { fatalError() }
}
open class NSCalendar: NSObject, @unchecked Sendable {
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { fatalError() }
    public static let gregorian = Identifier(rawValue: ""), buddhist = Identifier(rawValue: "")
  }
  public init?(calendarIdentifier: Identifier) {}
  open var calendarIdentifier: Identifier { fatalError() }
  open var locale: Locale? { fatalError() }
  open var timeZone: TimeZone { fatalError() }
  open var firstWeekday: Int { fatalError() }
  open var minimumDaysInFirstWeek: Int { fatalError() }
}
public struct IndexPath: Hashable, Sequence, Sendable {
  public func makeIterator() -> AnyIterator<Int> { fatalError() }
}
public struct IndexSet: Hashable, Sequence, ExpressibleByArrayLiteral, Sendable {
  public init(arrayLiteral elements: Int...) {}
  public init<S: Sequence>(_ elements: S) where S.Element == Int {}
  public init(integersIn range: Range<Int>) {}
  public struct RangeView: Sequence, Sendable {
    public func makeIterator() -> AnyIterator<Range<Int>> { fatalError() }
  }
  public init() {}
  public var count: Int { fatalError() }
  public var rangeView: RangeView { fatalError() }
  public mutating func insert(integersIn range: Range<Int>) {}
  public func makeIterator() -> AnyIterator<Int> { fatalError() }
}
public struct PersonNameComponents: Hashable, Sendable {
  public init() {}
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public init(
    namePrefix: String? = nil,
    givenName: String? = nil,
    middleName: String? = nil,
    familyName: String? = nil,
    nameSuffix: String? = nil,
    nickname: String? = nil,
    phoneticRepresentation: String? = nil
  ) {}
  public var namePrefix, givenName, middleName, familyName, nameSuffix, nickname: String?
}
extension URLComponents {
  public var string: String? { fatalError() }
  public var user: String? { fatalError() }
  public var password: String? { fatalError() }
  public var fragment: String? { fatalError() }
}
extension TimeZone { public var identifier: String { fatalError() } }
extension Calendar {
  public var identifier: Identifier { fatalError() }
  public var firstWeekday: Int {
    get { fatalError() }
    set {}
  }
  public var minimumDaysInFirstWeek: Int { fatalError() }
}
extension DateComponents {
  public var calendar: Calendar? { fatalError() }
  public var timeZone: TimeZone? { fatalError() }
  public var era: Int? { fatalError() }
  public var hour: Int? { fatalError() }
  public var minute: Int? { fatalError() }
  public var second: Int? { fatalError() }
  public var nanosecond: Int? { fatalError() }
  public var weekday: Int? { fatalError() }
  public var weekdayOrdinal: Int? { fatalError() }
  public var quarter: Int? { fatalError() }
  public var weekOfMonth: Int? { fatalError() }
  public var weekOfYear: Int? { fatalError() }
  public var yearForWeekOfYear: Int? { fatalError() }
}
open class NSNotification: NSObject, @unchecked Sendable {
  public init(name: Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) {}
  public typealias Name = Notification.Name
  open var name: Name { fatalError() }
  open var object: Any? { fatalError() }
  open var userInfo: [AnyHashable: Any]? { fatalError() }
}
