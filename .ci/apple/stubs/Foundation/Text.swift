// Strings.

public struct CharacterSet: Hashable, Codable, Sendable {
  public static var whitespaces: CharacterSet { fatalError() }
  public static var whitespacesAndNewlines: CharacterSet { fatalError() }
  public static var newlines: CharacterSet { fatalError() }
}

extension String {
  public struct Encoding: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let ascii = Encoding(rawValue: 1), utf8 = Encoding(rawValue: 4)
  }
  public struct CompareOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let caseInsensitive = CompareOptions(rawValue: 1), backwards = CompareOptions(rawValue: 4)
    public static let regularExpression = CompareOptions(rawValue: 1024)
  }
  public init(format: String, _ arguments: any CVarArg...) { fatalError() }
  public init?(data: Data, encoding: Encoding) { fatalError() }
  public init(contentsOf url: URL, encoding: Encoding) throws { fatalError() }
  public init(contentsOfFile path: String, encoding: Encoding) throws { fatalError() }
}

@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
extension String {
  public struct LocalizationValue: Equatable, Sendable, ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {}
  }
  public init(
    localized key: LocalizationValue,
    table: String? = nil,
    bundle: Bundle? = nil,
    locale: Locale = .current,
    comment: StaticString? = nil
  ) { fatalError() }
}

extension StringProtocol {
  public var decomposedStringWithCanonicalMapping: String { fatalError() }
  public var precomposedStringWithCanonicalMapping: String { fatalError() }
  public var removingPercentEncoding: String? { fatalError() }
  public func caseInsensitiveCompare<T: StringProtocol>(_ other: T) -> ComparisonResult { fatalError() }
  public func components<T: StringProtocol>(separatedBy separator: T) -> [String] { fatalError() }
  public func data(using encoding: String.Encoding, allowLossyConversion: Bool = false) -> Data? { fatalError() }
  public func padding<T: StringProtocol>(toLength: Int, withPad: T, startingAt: Int) -> String { fatalError() }
  public func range<T: StringProtocol>(
    of text: T,
    options: String.CompareOptions = [],
    range: Range<Index>? = nil,
    locale: Locale? = nil
  ) -> Range<Index>? { fatalError() }
  public func replacingOccurrences<T: StringProtocol, R: StringProtocol>(
    of target: T,
    with replacement: R,
    options: String.CompareOptions = [],
    range: Range<Index>? = nil
  ) -> String { fatalError() }
  public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
  public func write(to url: URL, atomically: Bool, encoding: String.Encoding) throws {}
  public func write<T: StringProtocol>(toFile: T, atomically: Bool, encoding: String.Encoding) throws {}
}

public protocol XMLParserDelegate: NSObjectProtocol {
  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
    attributes attributeDict: [String: String])
  func parser(_ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?)
  func parser(_ parser: XMLParser, foundCharacters string: String)
}

open class XMLParser: NSObject {
  public init(data: Data) { fatalError() }
  public weak var delegate: (any XMLParserDelegate)?
  open func parse() -> Bool { fatalError() }
  open var parserError: (any Error)? { fatalError() }
}
