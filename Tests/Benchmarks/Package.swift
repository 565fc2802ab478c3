// swift-tools-version: 6.1
import PackageDescription

/// The modules that are measured: a line for each, and a file `<Module>Benchmarks.swift`.
let measuredModules = [
  "DeterministicScheduling",
  "TestAssertions",
  "TestClocks",
  "StoreTesting",
  "TestBuilders",
  "TestDoubles",
  "StreamExpectations",
]
let measuredModules = ["DeterministicScheduling", "TestAssertions", "TestBuilders", "TestClocks", "StoreTesting"]
  "DeterministicScheduling", "TestAssertions", "TestBuilders", "TestClocks", "StoreTesting", "LeakTracking",
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "swift-testing-support", path: "../..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: measuredModules.map { .product(name: $0, package: "swift-testing-support") }
    )
  ],
  swiftLanguageModes: [.v6]
)
