// Foundation, as far as the package uses it. Nothing here runs. Declarations newer than macOS 10.15 and iOS 13 say so.
@_exported import CoreGraphics
@_exported import Darwin
@_exported import Dispatch
@_exported import ObjectiveC

public typealias TimeInterval = Double

public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  public init() {}
  public static func == (a: NSObject, b: NSObject) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) {}
  open var hash: Int { fatalError() }
  open func isEqual(_ object: Any?) -> Bool { fatalError() }
  open var description: String { fatalError() }
  open var debugDescription: String { fatalError() }
}

open class NSError: NSObject, Error, @unchecked Sendable {
  public init(domain: String, code: Int, userInfo dict: [String: Any]? = nil) {}
  open var domain: String { fatalError() }
  open var code: Int { fatalError() }
  open var userInfo: [String: Any] { fatalError() }
  open var localizedDescription: String { fatalError() }
}

public let NSLocalizedDescriptionKey: String = ""
public let NSURLErrorDomain: String = ""
public var NSURLErrorTimedOut: Int { fatalError() }

extension Error {
  public var localizedDescription: String { fatalError() }
}

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
  var failureReason: String? { get }
  var recoverySuggestion: String? { get }
  var helpAnchor: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { nil }
  public var failureReason: String? { nil }
  public var recoverySuggestion: String? { nil }
  public var helpAnchor: String? { nil }
}

public struct CocoaError: Error, Hashable, @unchecked Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int
    public init(rawValue: Int) { fatalError() }
    public static func ~= (code: Code, error: any Error) -> Bool { fatalError() }
    public static var fileNoSuchFile: Code { fatalError() }
    public static var fileReadNoSuchFile: Code { fatalError() }
  }
  public init(_ code: Code, userInfo: [String: Any] = [:]) {}
  public var code: Code { fatalError() }
  public static var fileNoSuchFile: Code { fatalError() }
  public static var fileReadNoSuchFile: Code { fatalError() }
}

public enum POSIXErrorCode: Int32, Sendable {
  case EPERM = 1, ENOENT, ESRCH, EINTR, EIO
}

public struct POSIXError: Error, Hashable, @unchecked Sendable {
  public init(_ code: POSIXErrorCode, userInfo: [String: Any] = [:]) {}
  public var code: POSIXErrorCode { fatalError() }
}

public struct URLError: Error, Hashable, @unchecked Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int
    public init(rawValue: Int) { fatalError() }
    public static var badServerResponse: Code { fatalError() }
    public static var badURL: Code { fatalError() }
    public static var cancelled: Code { fatalError() }
    public static var httpTooManyRedirects: Code { fatalError() }
    public static var networkConnectionLost: Code { fatalError() }
    public static var notConnectedToInternet: Code { fatalError() }
    public static var resourceUnavailable: Code { fatalError() }
    public static var timedOut: Code { fatalError() }
    public static var unknown: Code { fatalError() }
    public static var unsupportedURL: Code { fatalError() }
  }
  public init(_ code: Code, userInfo: [String: Any] = [:]) {}
  public var code: Code { fatalError() }
}

open class NSNumber: NSObject, ExpressibleByIntegerLiteral, @unchecked Sendable {
  public init(value: Int) {}
  public required convenience init(integerLiteral value: Int) { fatalError() }
}

public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
  public init(_ value: Bool) {}
  public init(booleanLiteral value: Bool) {}
  public var boolValue: Bool { fatalError() }
}

open class NSPredicate: NSObject {
  public init(format predicateFormat: String, _ args: any CVarArg...) {}
}
