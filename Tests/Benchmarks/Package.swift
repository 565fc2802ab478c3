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
      // The process without the package is built with it, since it is started by it.
      dependencies: ["RuntimeWork", "BareRuntime"]
        + measuredModules.map { .product(name: $0, package: "swift-testing-support") }
    ),
    .executableTarget(name: "BareRuntime", dependencies: ["RuntimeWork"]),
    .target(name: "RuntimeWork"),
  ],
  swiftLanguageModes: [.v6]
)
