// swift-tools-version: 6.1
import PackageDescription

/// One domain, one pair of targets: production code as an app team would write it, and the suite to copy.
let domains = ["WiFi", "Coverage", "CharacterFeed", "FeedCache", "Sessions", "Items"]

let package = Package(
  name: "Examples",
  defaultLocalization: "en",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  dependencies: [.package(name: "swift-testing-support", path: "..")],
  targets: domains.flatMap { domain in
    [
      .target(name: domain, resources: domain == "FeedCache" ? [.process("Resources")] : []),
      .testTarget(
        name: "\(domain)Tests",
        dependencies: [
          .byName(name: domain),
          .product(name: "TestingSupport", package: "swift-testing-support"),
        ] + (domain == "FeedCache" ? [.product(name: "XCTestSupport", package: "swift-testing-support")] : [])
      ),
    ]
  },
  swiftLanguageModes: [.v6]
)
