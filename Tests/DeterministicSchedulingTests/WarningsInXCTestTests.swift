import DeterministicSchedulingLoader
import Dispatch
import TestingSupportCore
import XCTest

@testable import DeterministicScheduling

/// XCTest knows no warnings of Swift Testing, and ends its tests without an error.
final class WarningsInXCTestTests: XCTestCase {
  func test_whenTaskBlocksItsThread_thenStandardErrorTells() async throws {
    try XCTSkipUnless(DeterministicSupport.current == .exact)
    let lines = try await warnings {
      let semaphore = DispatchSemaphore(value: 0)
      Task { semaphore.signal() }
      waitBlocking(semaphore)
    }
    XCTAssertEqual(lines.count, 1)
    let first = lines.first?.split(separator: "\n").first ?? ""
    XCTAssert(first.hasPrefix("◇ WarningsInXCTestTests.swift:"), "\(first)")
    XCTAssert(first.hasSuffix(": warning: A task blocked its thread, so the test continued on another"), "\(first)")
  }

  func test_whenTestFailsAfterJumpOfTime_thenStandardErrorTells() async throws {
    try XCTSkipUnless(Runtime.seesStartedWork)
    for fails in [true, false] {
      let failures = Locked(0)
      let lines = try await warnings(failureCount: { failures.withLock(\.self) }) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {}
        try await Task.sleep(for: .seconds(5))  // sleep-is-the-subject
        if fails { failures.withLock { $0 += 1 } }
      }
      XCTAssertEqual(lines.count, fails ? 1 : 0)
      XCTAssertEqual(lines.first?.contains("Virtual time went from 0 seconds to 5 seconds while"), fails ? true : nil)
    }
  }

  // XCTest runs one test after the other, so no other test is under the hook.
  func test_whenAnotherLibraryTakesJobs_thenStandardErrorTells() async throws {
    try XCTSkipUnless(DeterministicSupport.current != .unavailable)
    let name = "swift_task_enqueueGlobal_hook"
    let hook = testing_support_symbol(name)?.load(as: UnsafeRawPointer?.self)
    typealias Enqueue = @convention(thin) (UnownedJob) -> Void
    let passOn: @convention(thin) (UnownedJob, Enqueue) -> Void = { job, original in original(job) }
    for outlivesTest in [true, false] {
      let lines = try await warnings {
        _ = testing_support_set_hook(name, unsafeBitCast(passOn, to: UnsafeRawPointer.self))
        if !outlivesTest {
          await Task {}.value
          self.set(hook, as: name)
        }
      }
      set(hook, as: name)
      let isSeen = outlivesTest || DeterministicSupport.current == .exact
      XCTAssertEqual(lines.count, isSeen ? 1 : 0)
      let text = "warning: Another library decides the order of the tasks in this process"
      XCTAssertEqual(lines.first?.contains(text), isSeen ? true : nil)
    }
    let lines = try await warnings { await Task {}.value }
    XCTAssertEqual(lines, [])
  }

  private func set(_ hook: UnsafeRawPointer?, as name: String) {
    let place = testing_support_symbol(name).map { UnsafeMutableRawPointer(mutating: $0) }
    place?.storeBytes(of: hook, as: UnsafeRawPointer?.self)
  }

  private func warnings(
    failureCount: @escaping @Sendable () -> Int? = { nil },
    _ body: () async throws -> Void
  ) async throws -> [String] {
    let lines = Locked<[String]>([])
    let listener = UnattributedIssues { line in lines.withLock { $0.append(line) } }
    listener.install({ _, _ in true }, failureCount: failureCount)
    try await UnattributedIssues.$current.withValue(listener) {
      try await withDeterministicScheduling { try await body() }
    }
    return lines.withLock { $0 }
  }
}
