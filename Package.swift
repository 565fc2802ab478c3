// swift-tools-version: 6.1
import PackageDescription

/// The modules of the package, from the ground up: a module imports only modules that stand above it.
let modules: [(name: String, dependencies: [String])] = [
  ("TestingSupportCore", []),
  ("TestDescriptions", ["TestingSupportCore"]),
  ("TestAssertions", ["TestingSupportCore", "TestDescriptions"]),
  ("TestDoubles", ["TestingSupportCore"]),
  ("TestBuilders", ["TestingSupportCore"]),
  ("DeterministicScheduling", ["TestingSupportCore"]),
  ("LinearizabilityTesting", ["TestingSupportCore", "TestBuilders", "DeterministicScheduling"]),
  ("TestClocks", ["TestingSupportCore", "DeterministicScheduling"]),
  ("StreamExpectations", ["TestingSupportCore", "DeterministicScheduling", "TestAssertions"]),
  ("LeakTracking", ["TestingSupportCore", "DeterministicScheduling"]),
  ("NetworkDoubles", ["TestingSupportCore", "TestDoubles"]),
  ("FoundationDoubles", ["TestingSupportCore", "TestAssertions", "DeterministicScheduling"]),
  ("StoreTesting", ["TestingSupportCore", "TestDescriptions", "DeterministicScheduling", "TestAssertions"]),
]

/// What the tests of a module use besides the module and what it stands on.
let additionsForTests = [
  "FoundationDoubles": ["StreamExpectations"],
  "NetworkDoubles": ["TestAssertions", "TestClocks"],
  "DeterministicScheduling": ["TestAssertions"],
  "StoreTesting": ["TestDoubles", "TestClocks"],
  "StreamExpectations": ["TestDoubles", "TestClocks"],
]

/// What tests read from their folder.
let filesOfTests = ["FoundationDoubles": ["Fixtures", "beside.txt"]]

let umbrella = modules.dropFirst().map(\.name)

/// Folders of a module that are targets of their own: C, or Swift that nobody imports.
let parts = [
  // Imports what the core imports. See its file for the reason.
  "TestingSupportCore": ["Imports"],
  // What the scheduler does before any Swift code runs; and the other side of a call that it makes by symbol.
  "DeterministicScheduling": ["Closures", "Loader"],
  // Makes itself known to XCTest before the first test.
  "XCTestSupport": ["Loader"],
]

let libraries: [Target] = modules.map { module in
  let parts = parts[module.name, default: []]
  let dependencies = module.dependencies + parts.map { module.name + $0 }
  return .target(name: module.name, dependencies: dependencies.map { .byName(name: $0) }, exclude: parts)
}

let partTargets: [Target] = parts.flatMap { name, parts in
  parts.map { part in
    // Not compiled beside the first module: see there.
    let dependencies: [Target.Dependency] = part == "Closures" ? ["TestingSupportCoreImports"] : []
    return .target(name: name + part, dependencies: dependencies, path: "Sources/\(name)/\(part)")
  }
}

// Every module is tested inside of deterministic tests too.
let tests: [Target] = modules.map { module in
  let additions = ["DeterministicScheduling"] + additionsForTests[module.name, default: []]
  let dependencies = Set(module.dependencies + [module.name] + additions).sorted()
  return .testTarget(
    name: "\(module.name)Tests",
    dependencies: dependencies.map { .byName(name: $0) },
    exclude: filesOfTests[module.name, default: []]
  )
}

let others: [Target] = [
  .target(name: "TestingSupport", dependencies: umbrella.map { .byName(name: $0) }),
  .testTarget(name: "TestingSupportTests", dependencies: ["TestingSupport"]),
  // Not under the umbrella: whoever imports that need not have XCTest.
  .target(
    name: "XCTestSupport",
    dependencies: ["TestingSupportCore", "LeakTracking", "XCTestSupportLoader"],
    exclude: ["Loader"]
  ),
  .testTarget(
    name: "XCTestSupportTests",
    dependencies: [
      "XCTestSupport", "DeterministicScheduling", "StreamExpectations", "TestAssertions", "TestDoubles", "LeakTracking",
      "TestingSupportCore",
    ]
  ),
  .target(name: "TestConventions"),
  .testTarget(name: "TestConventionsTests", dependencies: ["TestConventions"]),
  .executableTarget(name: "check-test-conventions", dependencies: ["TestConventions"]),
  .plugin(
    name: "CheckTestConventions",
    capability: .command(
      intent: .custom(verb: "check-test-conventions", description: "Checks tests against the conventions guide.")
    ),
    dependencies: ["check-test-conventions"],
    path: "Sources/CheckTestConventionsPlugin"
  ),
]

let products: [Product] = (umbrella + ["TestingSupport", "XCTestSupport"]).map { .library(name: $0, targets: [$0]) }

let package = Package(
  name: "swift-testing-support",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: products + [.plugin(name: "CheckTestConventions", targets: ["CheckTestConventions"])],
  targets: libraries + partTargets + tests + others,
  swiftLanguageModes: [.v6]
)
