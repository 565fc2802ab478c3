import Foundation
import StreamExpectations
import Testing
import TestingSupportCore

/// How many random steps a model test takes: few in every run, as many as `TESTING_SUPPORT_MODEL_STEPS` says in long ones.
let modelSteps = ProcessInfo.processInfo.environment["TESTING_SUPPORT_MODEL_STEPS"].flatMap(Int.init) ?? 20_000

extension [Issue] {
  var texts: [String] { map { $0.comments.map(\.rawValue).joined(separator: "\n") } }
  var lines: [Int?] { map { $0.sourceLocation?.line } }
  /// Whether the only issue is a confirmation that was not confirmed as often as expected.
  var isOneMiscount: Bool {
    if count == 1, case .confirmationMiscounted = self[0].kind { true } else { false }
  }
}

enum SampleError: Error, Hashable {
  case offline, forbidden
}

/// An error that cannot be compared.
struct OpaqueError: Error {
  let code: Int
}

/// A finite stream.
func stream<Element: Sendable>(_ elements: Element...) -> AsyncStream<Element> {
  AsyncStream { continuation in
    for element in elements { continuation.yield(element) }
    continuation.finish()
  }
}

/// A finite stream that fails in the end.
func failingStream<Element: Sendable>(
  _ elements: Element...,
  error: any Error = SampleError.offline
) -> AsyncThrowingStream<Element, any Error> {
  AsyncThrowingStream { continuation in
    for element in elements { continuation.yield(element) }
    continuation.finish(throwing: error)
  }
}

/// A task that yields until it is cancelled: its test never becomes idle.
func makeBusyTask() -> Task<Void, Never> {
  // conventions:ignore yielding - a task that yields on and on is the subject
  Task { while !Task.isCancelled { await Task.yield() } }
}
