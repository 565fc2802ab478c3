import Foundation
import Testing

@testable import NetworkDoubles

@Suite("Route patterns")
struct RoutePatternTests {
  @Test(
    "When a route is compared with a request then wildcards, query and host count",
    arguments: [
      ("GET", "/items", "https://a.example/items", true),
      ("get", "/items", "https://a.example/items", true),
      ("POST", "/items", "https://a.example/items", false),
      ("*", "/items", "https://a.example/items", true),
      ("GET", "items", "https://a.example/items/", true),
      ("GET", "/items", "https://a.example/items/7", false),
      ("GET", "/items/*", "https://a.example/items/7", true),
      ("GET", "/items/*", "https://a.example/items", false),
      ("GET", "/items/*/name", "https://a.example/items/7/name", true),
      ("GET", "/**", "https://a.example/items/7/name", true),
      ("GET", "/**", "https://a.example", true),
      ("GET", "/items/**", "https://a.example/items", true),
      ("GET", "/**/name", "https://a.example/items/7/name", true),
      ("GET", "/**/name/*", "https://a.example/name/7/name", false),
      ("GET", "/**/name/*", "https://a.example/name/name/name", true),
      ("GET", "/", "https://a.example", true),
      ("GET", "", "https://a.example/", true),
      ("GET", "/a b", "https://a.example/a%20b", true),
      ("GET", "/items?page=2", "https://a.example/items?size=9&page=2", true),
      ("GET", "/items?page=2", "https://a.example/items?page=3", false),
      ("GET", "/items?page=2", "https://a.example/items", false),
      ("GET", "/items?tag=a&tag=a", "https://a.example/items?tag=a", false),
      ("GET", "/items", "https://a.example/items?page=3", true),
      ("GET", "https://a.example/items", "https://a.example/items", true),
      ("GET", "https://A.example/items", "https://a.example/items", true),
      ("GET", "https://b.example/items", "https://a.example/items", false),
      ("GET", "https://a.example:8080/items", "https://a.example:8080/items", true),
      ("GET", "https://a.example/items", "https://a.example:8080/items", false),
      ("GET", "https://a.example", "https://a.example", true),
    ]
  )
  func whenRouteIsCompared_thenPartsCount(method: String, path: String, url: String, matches: Bool) throws {
    let request = HTTPRequest(url: try #require(URL(string: url)))
    #expect(RoutePattern(method, path).matches(request) == matches)
  }

  @Test("When a pattern has many wildcards then the comparison stays quick", .timeLimit(.minutes(15)))
  func whenPatternHasManyWildcards_thenComparisonStaysQuick() throws {
    let path = Array(repeating: "a", count: 2000).joined(separator: "/")
    let request = HTTPRequest(url: try #require(URL(string: "https://a.example/\(path)")))
    let pattern = Array(repeating: "**/a", count: 500).joined(separator: "/") + "/b"
    #expect(!RoutePattern("GET", pattern).matches(request))
  }
}
