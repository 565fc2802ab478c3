import TestingSupportCore

@testable import DeterministicScheduling

/// A program of tasks, drawn from a seed, whose results are the same whatever the order in which its tasks run.
///
/// Every task does its operations one after the other and writes down what came of each. A result depends on what the
/// operation does and never on who came first, so that the results of a run natively are the model for a run under a
/// schedule: the same lines, in any order.
struct RandomProgram: Sendable {
  indirect enum Operation: Sendable {
    case yield(Int)
    case sleep(milliseconds: Int)
    /// Adds to a counter that an actor of the program has; the sum is a result at the end.
    case countOnActor(actor: Int, times: Int)
    /// The same across a suspension of the actor.
    case visitActor(actor: Int)
    case countOnMain(times: Int)
    case countOnGlobalActor
    case countOnQueueActor
    /// Tasks of a group, joined in the order in which they end.
    case group([Block])
    /// The same without results.
    case discardingGroup([Block])
    /// Tasks of a group that sleep for an hour, or wait for nothing, until the group cancels them, or a failing one does.
    case cancelledGroup(count: Int, isByFailure: Bool)
    case asyncLet(Block, Block)
    case unstructured(Block, Kind)
    /// A task that is cancelled at once, or after a yield, and joined.
    case cancelled(sleep: Bool, afterYield: Bool)
    /// A continuation that a dispatch queue, a thread or another task resumes.
    case continuation(By)
    /// The same while virtual time stands still.
    case outsideWork(By)
    /// A task that is cancelled while it waits for a task that sleeps.
    case cancelledWait
    /// A stream of so many elements, from one task to another.
    case stream(Int, throughOutside: Bool)
    /// Tasks that wait at a gate until one opens it.
    case gate(waiters: Int)
    case readClock
    case settle
  }

  enum Kind: Sendable, CaseIterable { case inherited, detached, main, prioritized }
  enum By: Sendable, CaseIterable { case task, queue, delayedQueue, thread, mainActor, sleeper }

  struct Block: Sendable {
    let id: Int
    let operations: [Operation]
  }

  let seed: UInt64
  let body: Block
  let actorCount: Int

  init(seed: UInt64) {
    self.seed = seed
    var source = Source(random: SplitMix64(seed: seed))
    actorCount = Int.random(in: 1...3, using: &source.random)
    body = source.block(depth: 0, actorCount: actorCount)
  }

  /// Draws programs: the deeper, the fewer tasks.
  private struct Source {
    var random: SplitMix64
    private var blocks = 0
    private var budget = 40

    init(random: SplitMix64) { self.random = random }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func flip() -> Bool { Bool.random(using: &random) }

    mutating func block(depth: Int, actorCount: Int) -> Block {
      blocks += 1
      let id = blocks
      let count = number(1...max(2, 6 - 2 * depth))
      return Block(id: id, operations: (0..<count).map { _ in operation(depth: depth, actorCount: actorCount) })
    }

    private mutating func operation(depth: Int, actorCount: Int) -> Operation {
      budget -= 1
      let mayNest = depth < 3 && budget > 0
      switch number(0...(mayNest ? 21 : 15)) {
      case 0: return .yield(number(1...4))
      case 1: return .sleep(milliseconds: [0, 0, 1, 1, 2, 3][number(0...5)])
      case 2: return .countOnActor(actor: number(0...actorCount - 1), times: number(1...5))
      case 3: return .visitActor(actor: number(0...actorCount - 1))
      case 4: return .countOnMain(times: number(1...3))
      case 5: return .countOnGlobalActor
      case 6: return .countOnQueueActor
      case 7: return .cancelled(sleep: flip(), afterYield: flip())
      case 8: return .continuation(By.allCases[number(0...By.allCases.count - 1)])
      case 9: return .stream(number(0...5), throughOutside: number(0...3) == 0)
      case 10: return .gate(waiters: number(1...3))
      case 11: return .readClock
      case 12: return number(0...3) == 0 ? .settle : .yield(1)
      case 13: return .outsideWork([.queue, .delayedQueue, .thread, .task, .mainActor][number(0...4)])
      case 14: return .cancelledGroup(count: number(1...3), isByFailure: flip())
      case 15: return .cancelledWait
      case 16:
        return .discardingGroup((0..<number(1...3)).map { _ in block(depth: depth + 1, actorCount: actorCount) })
      case 17, 18: return .group((0..<number(1...4)).map { _ in block(depth: depth + 1, actorCount: actorCount) })
      case 19:
        return .asyncLet(
          block(depth: depth + 1, actorCount: actorCount),
          block(depth: depth + 1, actorCount: actorCount)
        )
      default:
        return .unstructured(
          block(depth: depth + 1, actorCount: actorCount),
          Kind.allCases[number(0...Kind.allCases.count - 1)]
        )
      }
    }
  }
}
