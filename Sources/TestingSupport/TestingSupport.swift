// One import for a test target: `import TestingSupport`.
@_exported import DeterministicScheduling
@_exported import FoundationDoubles
@_exported import LeakTracking
@_exported import LinearizabilityTesting
@_exported import NetworkDoubles
@_exported import StoreTesting
@_exported import StreamExpectations
@_exported import TestAssertions
@_exported import TestBuilders
@_exported import TestClocks
@_exported import TestDescriptions
@_exported import TestDoubles
