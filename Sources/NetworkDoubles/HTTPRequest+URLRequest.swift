import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPRequest {
  /// The request as a protocol gets it from its session.
  init?(_ request: URLRequest, of task: URLSessionTask?, sessionMayHaveHeaders: Bool) {
    guard let url = request.url else { return nil }
    var headers: [String: String] = [:]
    #if !canImport(Darwin)
      // Elsewhere the session adds them only to what it sends itself.
      if sessionMayHaveHeaders, let session = task?.session {
        for (name, value) in session.configuration.httpAdditionalHeaders ?? [:] { headers["\(name)"] = "\(value)" }
      }
    #endif
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      if let same = headers.keys.first(where: { $0.caseInsensitiveCompare(name) == .orderedSame }) {
        headers[same] = nil
      }
      headers[name] = value
    }
    self.init(
      method: request.httpMethod ?? "GET",
      url: url,
      headers: headers,
      body: request.httpBody ?? request.httpBodyStream.map(Data.init(readingAllOf:)) ?? Self.uploadBody(of: task)
    )
  }

  /// The body of an upload, which is part of the task, not of its request.
  private static func uploadBody(of task: URLSessionTask?) -> Data {
    #if !canImport(Darwin)
      guard task is URLSessionUploadTask, let body = task?.reflectedProperty("knownBody") else { return Data() }
      for child in Mirror(reflecting: body).children {
        if let bytes = child.value as? DispatchData { return Data(bytes) }
        if let file = child.value as? URL { return (try? Data(contentsOf: file)) ?? Data() }
        if let stream = child.value as? InputStream { return Data(readingAllOf: stream) }
      }
    #endif
    return Data()
  }
}

extension Data {
  fileprivate init(readingAllOf stream: InputStream) {
    self.init()
    stream.open()
    defer { stream.close() }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = stream.read(&buffer, maxLength: buffer.count)
      guard count > 0 else { return }
      append(contentsOf: buffer[..<count])
    }
  }
}
