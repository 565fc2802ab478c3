// swift-tools-version: 6.1
import PackageDescription

/// The modules that are measured: a line for each, and a file `<Module>Benchmarks.swift`.
let measuredModules = [
  "DeterministicScheduling",
  "TestAssertions",
  "TestBuilders",
  "TestClocks",
  "TestDoubles",
  "StreamExpectations",
  "LeakTracking",
  "NetworkDoubles",
  "StoreTesting",
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "swift-testing-support", path: "../..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      // The processes that it starts are built with it.
      dependencies: ["RuntimeWork", "BareRuntime", "OrderedRuntime"]
        + measuredModules.map { .product(name: $0, package: "swift-testing-support") }
    ),
    .executableTarget(name: "BareRuntime", dependencies: ["RuntimeWork"]),
    .executableTarget(
      name: "OrderedRuntime",
      dependencies: ["RuntimeWork", .product(name: "DeterministicScheduling", package: "swift-testing-support")]
    ),
    .target(name: "RuntimeWork"),
  ],
  swiftLanguageModes: [.v6]
)
