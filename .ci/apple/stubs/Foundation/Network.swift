// Loading URLs.

public struct URLRequest: Hashable, Sendable {
  public init(url: URL, timeoutInterval: TimeInterval = 60) { fatalError() }
  public var url: URL?
  public var httpBody: Data?
  public var httpBodyStream: InputStream?
  public var httpMethod: String?
  public var allHTTPHeaderFields: [String: String]?
  public func value(forHTTPHeaderField field: String) -> String? { fatalError() }
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}

open class Stream: NSObject {
  open func open() {}
  open func close() {}
}

open class InputStream: Stream {
  public init(data: Data) {}
  open func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int { fatalError() }
}

open class URLResponse: NSObject, @unchecked Sendable {
  open var url: URL? { fatalError() }
  public init(url: URL, mimeType: String?, expectedContentLength: Int, textEncodingName: String?) {}
}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public init?(url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?) { fatalError() }
  open var statusCode: Int { fatalError() }
  open func value(forHTTPHeaderField field: String) -> String? { fatalError() }
}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var `default`: URLSessionConfiguration { fatalError() }
  open class var ephemeral: URLSessionConfiguration { fatalError() }
  open var httpAdditionalHeaders: [AnyHashable: Any]?
  open var protocolClasses: [AnyClass]?
  open var urlCache: URLCache?
}

public protocol URLSessionDelegate: AnyObject, Sendable {}
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
extension URLSessionTaskDelegate {
  public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {}
}
extension URLSessionDataDelegate {
  public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}
}

open class OperationQueue: NSObject, @unchecked Sendable {
  public class var main: OperationQueue { fatalError() }
  public func addOperation(_ block: @escaping @Sendable () -> Void) {}
}

open class URLSessionTask: NSObject, @unchecked Sendable {
  public enum State: Int, Sendable { case running, suspended, canceling, completed }
  open var state: State { fatalError() }
  open func resume() {}
  open func cancel() {}
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}
open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {}

open class URLSession: NSObject, @unchecked Sendable {
  open class var shared: URLSession { fatalError() }
  public init(configuration: URLSessionConfiguration) {}
  public init(
    configuration: URLSessionConfiguration,
    delegate: (any URLSessionDelegate)?,
    delegateQueue: OperationQueue?
  ) {}
  open func dataTask(with url: URL) -> URLSessionDataTask { fatalError() }
  open func dataTask(
    with url: URL,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask { fatalError() }
  open func dataTask(
    with request: URLRequest,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask { fatalError() }
  open func finishTasksAndInvalidate() {}
  open func invalidateAndCancel() {}
}

// Without a delegate since the first systems with concurrency, with one since macOS 12.
extension URLSession {
  public func data(from url: URL) async throws -> (Data, URLResponse) { fatalError() }
  public func data(for request: URLRequest) async throws -> (Data, URLResponse) { fatalError() }
}

@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
extension URLSession {
  public func data(from url: URL, delegate: (any URLSessionTaskDelegate)? = nil) async throws -> (Data, URLResponse) {
    fatalError()
  }
  public func data(
    for request: URLRequest,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) { fatalError() }
  public func download(
    from url: URL,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (URL, URLResponse) { fatalError() }
  public func upload(
    for request: URLRequest,
    from bodyData: Data,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) { fatalError() }
  public func upload(
    for request: URLRequest,
    fromFile fileURL: URL,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) { fatalError() }
}

open class CachedURLResponse: NSObject, @unchecked Sendable {}

open class URLCache: NSObject, @unchecked Sendable {
  public enum StoragePolicy: UInt, Sendable { case allowed, allowedInMemoryOnly, notAllowed }
  open var diskCapacity: Int = 0
  open var memoryCapacity: Int = 0
}

public protocol URLProtocolClient: NSObject {
  func urlProtocol(_ urlProtocol: URLProtocol, didFailWithError error: any Error)
  func urlProtocol(_ urlProtocol: URLProtocol, didLoad data: Data)
  func urlProtocol(_ urlProtocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse)
  func urlProtocol(_ urlProtocol: URLProtocol, didReceive: URLResponse, cacheStoragePolicy: URLCache.StoragePolicy)
  func urlProtocolDidFinishLoading(_ urlProtocol: URLProtocol)
}

open class URLProtocol: NSObject {
  public init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {}
  open class func canInit(with request: URLRequest) -> Bool { fatalError() }
  open class func canonicalRequest(for request: URLRequest) -> URLRequest { fatalError() }
  open class func registerClass(_ type: AnyClass) -> Bool { fatalError() }
  open class func unregisterClass(_ type: AnyClass) {}
  open var client: (any URLProtocolClient)? { fatalError() }
  open var request: URLRequest { fatalError() }
  open var task: URLSessionTask? { fatalError() }
  open func startLoading() {}
  open func stopLoading() {}
}
