// Files, bundles and coders.

public struct URL: Hashable, Codable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  public enum DirectoryHint: Sendable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }
  public init?(string: String) {}
  public init?(string: String, relativeTo base: URL?) {}
  @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
  public init?(string: String, encodingInvalidCharacters: Bool) {}
  public init(fileURLWithPath path: String) {}
  public init(fileURLWithPath path: String, isDirectory: Bool) {}
  public var absoluteString: String { fatalError() }
  public var absoluteURL: URL { fatalError() }
  public var fragment: String? { fatalError() }
  public var host: String? { fatalError() }
  public var isFileURL: Bool { fatalError() }
  public var lastPathComponent: String { fatalError() }
  public var path: String { fatalError() }
  public var pathComponents: [String] { fatalError() }
  public var password: String? { fatalError() }
  public var pathExtension: String { fatalError() }
  public var port: Int? { fatalError() }
  public var query: String? { fatalError() }
  public var scheme: String? { fatalError() }
  public var standardizedFileURL: URL { fatalError() }
  public var user: String? { fatalError() }
  public func appendingPathComponent(_ component: String) -> URL { fatalError() }
  public func appendingPathComponent(_ component: String, isDirectory: Bool) -> URL { fatalError() }
  public func appendingPathExtension(_ text: String) -> URL { fatalError() }
  public func deletingLastPathComponent() -> URL { fatalError() }
  public func deletingPathExtension() -> URL { fatalError() }
  public func resolvingSymlinksInPath() -> URL { fatalError() }
  public var description: String { fatalError() }
  public var debugDescription: String { fatalError() }
}

@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
extension URL {
  public init(filePath path: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo base: URL? = nil) {
    fatalError()
  }
  public static var temporaryDirectory: URL { fatalError() }
  public func path(percentEncoded: Bool = true) -> String { fatalError() }
  public func appending<S: StringProtocol>(path: S, directoryHint: DirectoryHint = .inferFromPath) -> URL {
    fatalError()
  }
  public func appending<S: StringProtocol>(component: S, directoryHint: DirectoryHint = .inferFromPath) -> URL {
    fatalError()
  }
  public func appending(queryItems: [URLQueryItem]) -> URL { fatalError() }
  public mutating func append(queryItems: [URLQueryItem]) {}
}

public struct URLQueryItem: Hashable, Sendable {
  public init(name: String, value: String?) {}
  public var name: String { fatalError() }
  public var value: String? { fatalError() }
}

public struct URLComponents: Hashable, Codable, Sendable {
  public init() { fatalError() }
  public init?(string: String) { fatalError() }
  public init?(url: URL, resolvingAgainstBaseURL: Bool) { fatalError() }
  public var percentEncodedPath: String {
    get { fatalError() }
    set {}
  }
  public var port: Int?
  public var url: URL? { fatalError() }
  public var scheme: String?
  public var host: String?
  public var path: String
  public var queryItems: [URLQueryItem]? {
    get { fatalError() }
    set {}
  }
}

public struct URLResourceKey: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { fatalError() }
}

public struct FileAttributeKey: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { fatalError() }
  public static let modificationDate = FileAttributeKey(rawValue: "")
  public static let posixPermissions = FileAttributeKey(rawValue: "")
  public static let type = FileAttributeKey(rawValue: "")
}

public struct FileAttributeType: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { fatalError() }
  public static let typeDirectory = FileAttributeType(rawValue: "")
}

open class FileManager: NSObject, @unchecked Sendable {
  public struct DirectoryEnumerationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
  }
  open class DirectoryEnumerator: NSObject, Sequence, IteratorProtocol {
    open func next() -> Any? { fatalError() }
  }
  open class var `default`: FileManager { fatalError() }
  open var currentDirectoryPath: String { fatalError() }
  open var temporaryDirectory: URL { fatalError() }
  open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { fatalError() }
  open func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
  open func contents(atPath path: String) -> Data? { fatalError() }
  open func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
  open func contentsOfDirectory(
    at url: URL,
    includingPropertiesForKeys keys: [URLResourceKey]?,
    options: DirectoryEnumerationOptions = []
  ) throws -> [URL] { fatalError() }
  @discardableResult
  open func createFile(atPath: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil) -> Bool {
    fatalError()
  }
  open func createDirectory(
    at url: URL,
    withIntermediateDirectories: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  open func createDirectory(
    atPath: String,
    withIntermediateDirectories: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  open func createSymbolicLink(atPath: String, withDestinationPath: String) throws {}
  open func enumerator(atPath path: String) -> DirectoryEnumerator? { fatalError() }
  open func fileExists(atPath path: String) -> Bool { fatalError() }
  open func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { fatalError() }
  open func removeItem(at url: URL) throws {}
  open func removeItem(atPath path: String) throws {}
}

open class FileHandle: NSObject, @unchecked Sendable {
  open class var standardError: FileHandle { fatalError() }
  open class var standardInput: FileHandle { fatalError() }
  open class var standardOutput: FileHandle { fatalError() }
  open class var nullDevice: FileHandle { fatalError() }
  public init(fileDescriptor: Int32, closeOnDealloc: Bool) {}
  public convenience init?(forWritingAtPath path: String) { fatalError() }
  open var fileDescriptor: Int32 { fatalError() }
  open func readData(ofLength length: Int) -> Data { fatalError() }
  open func readDataToEndOfFile() -> Data { fatalError() }
  open func write(_ data: Data) {}
  @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
  public func readToEnd() throws -> Data? { fatalError() }
  @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
  public func write<T: Collection>(contentsOf data: T) throws where T.Element == UInt8 {}
  @available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
  open func close() throws {}
}

open class Bundle: NSObject, @unchecked Sendable {
  open class var main: Bundle { fatalError() }
  open class var allBundles: [Bundle] { fatalError() }
  public init(for type: AnyClass) {}
  public init?(path: String) {}
  public convenience init?(url: URL) { fatalError() }
  open var bundleIdentifier: String? { fatalError() }
  open var bundlePath: String { fatalError() }
  open var bundleURL: URL { fatalError() }
  open var resourceURL: URL? { fatalError() }
  open var localizations: [String] { fatalError() }
  open func localizedString(forKey: String, value: String?, table: String?) -> String { fatalError() }
  open func path(forResource: String?, ofType: String?) -> String? { fatalError() }
  open func url(forResource: String?, withExtension: String?) -> URL? { fatalError() }
  open func url(
    forResource: String?,
    withExtension: String?,
    subdirectory: String?,
    localization: String?
  ) -> URL? { fatalError() }
}

open class JSONSerialization: NSObject {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let fragmentsAllowed = ReadingOptions(rawValue: 4)
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let prettyPrinted = WritingOptions(rawValue: 1), sortedKeys = WritingOptions(rawValue: 2)
    public static let fragmentsAllowed = WritingOptions(rawValue: 4)
    public static let withoutEscapingSlashes = WritingOptions(rawValue: 8)
  }
  open class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { fatalError() }
  open class func data(withJSONObject object: Any, options: WritingOptions = []) throws -> Data { fatalError() }
}

open class JSONEncoder {
  public init() {}
  open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}

@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
extension JSONEncoder: @unchecked Sendable {}

open class JSONDecoder {
  public init() {}
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}

@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
extension JSONDecoder: @unchecked Sendable {}

open class PropertyListSerialization: NSObject {
  public struct ReadOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
  }
  public enum PropertyListFormat: UInt, Sendable { case openStep = 1, xml = 100, binary = 200 }
  open class func propertyList(
    from data: Data,
    options: ReadOptions = [],
    format: UnsafeMutablePointer<PropertyListFormat>?
  ) throws -> Any { fatalError() }
}

// On Apple's systems it cannot be handed to other threads: thread-safe, but not marked as such.
open class UserDefaults: NSObject, @unchecked Sendable {
  open class var standard: UserDefaults { fatalError() }
  public convenience override init() { fatalError() }
  public init?(suiteName: String?) {}
  open func data(forKey key: String) -> Data? { fatalError() }
  open func dictionary(forKey key: String) -> [String: Any]? { fatalError() }
  open func bool(forKey key: String) -> Bool { fatalError() }
  open func integer(forKey key: String) -> Int { fatalError() }
  open func object(forKey key: String) -> Any? { fatalError() }
  open func string(forKey key: String) -> String? { fatalError() }
  open func set(_ value: Any?, forKey key: String) {}
  open func removeObject(forKey key: String) {}
  open func removePersistentDomain(forName name: String) {}
}
