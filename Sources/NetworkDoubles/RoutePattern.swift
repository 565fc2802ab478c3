import Foundation

/// A method and a path with wildcards.
struct RoutePattern: Sendable, Hashable, CustomStringConvertible {
  let description: String
  private let method: String
  private let origin: String?
  private let segments: [String]
  private let query: [URLQueryItem]

  init(_ method: String, _ path: String) {
    description = "\(method) \(path)"
    self.method = method.uppercased()
    let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var place = parts[0][...]
    if let scheme = place.range(of: "://") {
      let end = place[scheme.upperBound...].firstIndex(of: "/") ?? place.endIndex
      origin = place[..<end].lowercased()
      place = place[end...]
    } else {
      origin = nil
    }
    segments = Self.segments(of: place)
    query = parts.count > 1 ? URLComponents(string: "?" + parts[1])?.queryItems ?? [] : []
  }

  func matches(_ request: HTTPRequest) -> Bool {
    guard method == "*" || method == request.method.uppercased() else { return false }
    if let origin, origin != request.origin { return false }
    if !query.isEmpty {
      var items = request.queryItems
      for item in query {
        guard let index = items.firstIndex(of: item) else { return false }
        items.remove(at: index)
      }
    }
    return Self.match(segments[...], Self.segments(of: request.path[...])[...])
  }

  /// Empty segments do not count: `/items/` is `/items`.
  private static func segments(of path: Substring) -> [String] {
    path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
  }

  // A wildcard for any number of segments tries the shortest match first, and stores where to continue, so no pattern
  // is slow.
  private static func match(_ pattern: ArraySlice<String>, _ path: ArraySlice<String>) -> Bool {
    var (pattern, path) = (pattern, path)
    var retry: (pattern: ArraySlice<String>, path: ArraySlice<String>)?
    while true {
      if pattern.first == "**" {
        pattern = pattern.dropFirst()
        retry = (pattern, path)
      } else if let segment = path.first, let expected = pattern.first, expected == "*" || expected == segment {
        (pattern, path) = (pattern.dropFirst(), path.dropFirst())
      } else if pattern.isEmpty, path.isEmpty {
        return true
      } else if let (laterPattern, laterPath) = retry, !laterPath.isEmpty {
        (pattern, path) = (laterPattern, laterPath.dropFirst())
        retry = (pattern, path)
      } else {
        return false
      }
    }
  }
}
