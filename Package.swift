// swift-tools-version: 6.1
import PackageDescription

/// The modules of the package, from the ground up: a module imports only modules that stand above it.
let modules: [(name: String, dependencies: [String])] = [
  ("TestingSupportCore", []),
  ("TestDescriptions", ["TestingSupportCore"]),
  ("TestDoubles", ["TestingSupportCore"]),
  ("DeterministicScheduling", ["TestingSupportCore", "DeterministicSchedulingLoader"]),
  ("LeakTracking", ["TestingSupportCore", "DeterministicScheduling"]),
  ("TestAssertions", ["TestingSupportCore"]),
]

let package = Package(
  name: "swift-testing-support",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: modules.dropFirst().map { .library(name: $0.name, targets: [$0.name]) } + [
    .plugin(name: "CheckTestConventions", targets: ["CheckTestConventions"])
  ],
  targets: modules.flatMap { module in
    [
      .target(
        name: module.name,
        dependencies: module.dependencies.map { .byName(name: $0) },
        exclude: module.name == "DeterministicScheduling" ? ["Loader"] : []
      ),
      .testTarget(
        name: "\(module.name)Tests",
        dependencies: (module.dependencies + [module.name]).map { .byName(name: $0) }
      ),
    ]
  } + [
    // C, and so a target of its own: what the scheduler does before any Swift code runs.
    .target(name: "DeterministicSchedulingLoader", path: "Sources/DeterministicScheduling/Loader"),
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
  ],
  swiftLanguageModes: [.v6]
)
