// conventions:ignore-file count-only - that so many runs were made is what is asked

import Foundation
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("Kept orders", .exactOnly)
struct KeptOrdersTests {
  @Test("When an order has failed then it runs first the next time")
  func whenAnOrderHasFailed_thenItRunsFirst() async throws {
    try await withFolder { folder in
      let runs = Locked<[[Int]]>([])
      let body: @Sendable () async -> Void = {
        let order = await takeTurns()
        runs.withLock { $0.append(order) }
        #expect(order != [2, 2, 1, 1])
      }
      let first = try await explore(.interleavings(200, seed: 1), body)
      #expect(first.report?.hasPrefix("Interleaving ") == true)
      runs.withLock { $0 = [] }
      let second = try await explore(.interleavings(200, seed: 1_000), body)
      #expect(runs.withLock { $0.first } == [2, 2, 1, 1])
      #expect(
        second.report?.hasPrefix("Kept interleaving 1 failed again\nReplay it with `.deterministic(seed: 0x") == true
      )
      #expect(second.replay?.seed == first.replay?.seed)
      #expect(second.replay?.strategy == first.replay?.strategy)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files == ["DeterministicSchedulingTests-KeptOrdersTests-whenAnOrderHasFailed_thenItRunsFirst.txt"])
      let text = try String(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(files[0]), encoding: .utf8)
      let lines = text.split(separator: "\n")
      #expect(lines.count == 2, "\(text)")
      #expect(
        lines.first?.hasPrefix("# Failing interleavings of DeterministicSchedulingTests/KeptOrdersTests/") == true
      )
    }
  }

  @Test("When a kept order passes then all that are asked for run besides")
  func whenAKeptOrderPasses_thenTheOthersRun() async throws {
    try await withFolder { _ in
      let test = try #require(Test.current)
      let orders: [KeptOrders.Order] = [
        .init(seed: 7, strategy: .pct(depth: 2, steps: 9)), .init(seed: 8, strategy: .pos.taking([3: 1, 0: 2])),
      ]
      for order in orders + orders { #expect(KeptOrders(of: test)?.keep(order) == nil) }
      #expect(KeptOrders(of: test)?.orders == orders.reversed())
      let runs = Locked(0)
      let outcome = try await explore(.interleavings(1)) {
        runs.withLock { $0 += 1 }
        _ = await takeTurns()
      }
      #expect(outcome.issues.isEmpty)
      #expect(runs.withLock(\.self) == 3)
      #expect(KeptOrders(of: test)?.orders == orders.reversed())
    }
  }

  @Test("When more orders fail than are kept then the latest stay")
  func whenMoreFailThanAreKept_thenTheLatestStay() throws {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try KeptOrders.$folder.withValue(folder) {
      let test = try #require(Test.current)
      let kept = try #require(KeptOrders(of: test))
      for seed in 0..<UInt64(KeptOrders.mostOrders + 5) { _ = kept.keep(.init(seed: seed, strategy: .random)) }
      #expect(kept.orders.map(\.seed) == (5..<UInt64(KeptOrders.mostOrders + 5)).reversed())
    }
  }

  @Test("When a file makes no sense then nothing runs first")
  func whenLinesMakeNoSense_thenTheyArePassedOver() throws {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try KeptOrders.$folder.withValue(folder) {
      let test = try #require(Test.current)
      let kept = try #require(KeptOrders(of: test))
      #expect(kept.keep(.init(seed: 1, strategy: .random)) == nil)
      let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
      let text = "0x1\n\n0x2 .other\nx .random\n0x3 .pct(depth: 0)\n0x4 .pos, really\n0x5 .pos\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder).appendingPathComponent(file))
      #expect(kept.orders == [.init(seed: 5, strategy: .pos)])
    }
  }

  @Test("When the folder cannot be made then the failing test has a warning")
  func whenTheFolderCannotBeMade_thenThatIsAWarning() async throws {
    try await withFolder { folder in
      try Data().write(to: URL(fileURLWithPath: folder))
      let outcome = try await explore(.interleavings(1)) { #expect(Bool(false)) }
      #expect(outcome.issues.count == 2)
      #if compiler(>=6.2)
        #expect(outcome.harmless.first?.contains("The failing order cannot be kept: ") == true)
      #endif
    }
  }

  @Test("When the environment names no folder then nothing is kept", arguments: [[:], ["TESTING_SUPPORT_SEEDS": ""]])
  func whenThereIsNoFolder_thenNothingIsKept(environment: [String: String]) throws {
    let test = try #require(Test.current)
    #expect(KeptOrders(of: test, in: environment) == nil)
  }

  @Test("When the environment names a folder then orders are kept there")
  func whenTheEnvironmentNamesAFolder_thenOrdersAreKept() throws {
    let test = try #require(Test.current)
    #expect(KeptOrders(of: test, in: ["TESTING_SUPPORT_SEEDS": temporaryFolder()]) != nil)
  }

  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await KeptOrders.$folder.withValue(folder) { try await body(folder) }
  }

  private func temporaryFolder() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("kept-orders-\(UUID().uuidString)").path
  }
}

@Suite("What a passing test reports")
struct PassedOrdersTests {
  @Test(
    "says whether there are others",
    arguments: [
      (1, true, "The test passed in its only order."), (12, true, "The test passed in all 12 orders."),
      (1, false, "The test passed in 1 order; it may have others."),
      (200, false, "The test passed in 200 orders; it may have others."),
    ]
  )
  func whenOrdersHavePassed_thenTheTextSaysWhetherTheyAreAll(count: Int, isAll: Bool, text: String) {
    #expect(PassedOrders(count: count, isAll: isAll).text == text)
  }
}
