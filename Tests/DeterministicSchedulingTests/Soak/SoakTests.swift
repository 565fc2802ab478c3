import Foundation
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

/// Random programs under the engine, against what the same programs do natively.
///
/// Two hundred of them are run with the other tests. More, or one that has failed:
///
/// ```sh
/// TESTING_SUPPORT_SOAK=100000 swift test --filter SoakTests
/// TESTING_SUPPORT_SOAK_SEED=4711 TESTING_SUPPORT_SOAK=1000 swift test --filter SoakTests
/// ```
@Suite("Random programs", .exactOnly)
struct SoakTests {
  @Test(
    "When a random program runs under a schedule then its results are those of the native run, in the same order twice"
  )
  func whenRandomProgramRuns_thenItsResultsAreTheNativeOnes() async throws {
    let programs = Locked(Self.seeds[...])
    await withTaskGroup(of: Void.self) { group in
      // Some at once, so that each is the neighbour of deterministic and of ordinary programs.
      for _ in 0..<4 {
        group.addTask {
          while let seed = programs.withLock({ $0.popFirst() }) {
            await Self.telling(ofHangOf: seed) { await Self.check(RandomProgram(seed: seed)) }
          }
        }
      }
    }
  }

  /// Prints the seed of a program that does not end, since nothing else would.
  private static func telling(ofHangOf seed: UInt64, _ body: () async -> Void) async {
    let isOver = Locked(false)
    DispatchQueue.global().asyncAfter(deadline: .now() + 300) {
      if !isOver.withLock({ $0 }) { print("A program does not end: TESTING_SUPPORT_SOAK_SEED=\(seed)") }
    }
    await body()
    isOver.withLock { $0 = true }
  }

  // conventions:ignore source-location - what it expects is part of every test that calls it
  private static func check(_ program: RandomProgram) async {
    let report = "replay with TESTING_SUPPORT_SOAK_SEED=\(program.seed)\n\(program.body)"
    let native = await program.run().results
    // A warning is one too: a program that no executor keeps waiting has no reason for one.
    let issues = await capturingIssues { await run(program, against: native, report) }
    for issue in issues { Issue.record("Program \(program.seed): \(issue); \(report)") }
  }

  // conventions:ignore source-location - what it expects is part of every test that calls it
  private static func run(_ program: RandomProgram, against native: [String], _ report: String) async {
    for seed in [nil, program.seed, program.seed &* 31] as [UInt64?] {
      let order = seed.map { "seed \($0)" } ?? "first in, first out"
      do {
        let first = try await run(program, seed: seed)
        let second = try await run(program, seed: seed)
        if first.results != native {
          let (missing, more) = (Set(native).subtracting(first.results), Set(first.results).subtracting(native))
          Issue.record(
            "Program \(program.seed), \(order): without \(missing.sorted()), with \(more.sorted()); \(report)"
          )
        }
        if !program.hasCompany, first.events != second.events {
          let step = zip(first.events, second.events).enumerated().first { $0.element.0 != $0.element.1 }
          Issue.record("Program \(program.seed), \(order): not the same twice, \(String(describing: step)); \(report)")
        }
      } catch {
        Issue.record("Program \(program.seed), \(order): \(error); \(report)")
      }
    }
  }

  private static func run(_ program: RandomProgram, seed: UInt64?) async throws -> RandomProgram.Outcome {
    try await withDeterministicScheduling(seed: seed, outside: .seconds(60)) { await program.run() }
  }

  private static var seeds: [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["TESTING_SUPPORT_SOAK"].flatMap { Int($0) }
    if let seed = environment["TESTING_SUPPORT_SOAK_SEED"].flatMap({ UInt64($0) }) {
      return Array(repeating: seed, count: count ?? 1)
    }
    let first = UInt64.random(in: 0...UInt64(UInt32.max))
    // In a build with a sanitizer, where started work is not seen, each takes several times as long.
    let usualCount: UInt64 = Runtime.seesStartedWork ? 200 : 40
    return count.map { count in (0..<UInt64(count)).map { first + $0 } } ?? Array(0..<usualCount)
  }
}

extension RandomProgram {
  /// Whether somebody takes part whom no schedule controls: a dispatch queue, or an ordinary program beside that uses the
  /// same global actor.
  fileprivate var hasCompany: Bool { body.hasCompany }
}

extension RandomProgram.Block {
  fileprivate var hasCompany: Bool {
    operations.contains { operation in
      switch operation {
      case .continuation(let by), .timeout(let by), .pollFlag(let by, _), .blocked(let by):
        by.isOutside || by == .deinitialiser
      case .outsideWork, .stream(_, throughOutside: true), .countOnGlobalActor, .preferredExecutor: true
      case .group(let blocks), .discardingGroup(let blocks): blocks.contains(where: \.hasCompany)
      case .asyncLet(let left, let right): left.hasCompany || right.hasCompany
      case .unstructured(let block, _), .immediate(let block), .nested(let block): block.hasCompany
      default: false
      }
    }
  }
}
