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
    /// The same across suspensions of the actor.
    case visitActor(actor: Int, yields: Int)
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
    /// A sleep of a minute raced against what resumes a continuation at once or in a millisecond.
    case timeout(By)
    /// A sleep of a millisecond raced against one of an hour, or against somebody who never answers.
    case shortTimeout(againstSleep: Bool)
    /// A loop that yields, or sleeps for no time, until the clock has come to a deadline.
    case pollClock(milliseconds: Int, By)
    /// The same until another has set a flag.
    case pollFlag(By, sleeps: Bool)
    /// A job that keeps its thread until a dispatch queue or another thread lets it go on.
    case blocked(By)
    /// Work on a serial queue that the job waits for.
    case syncOnQueue(times: Int)
    /// A task whose cancellation handler resumes what it waits for.
    case cancelledContinuation(afterYield: Bool)
    /// A task of `async let` that nobody awaits: the end of its scope cancels it.
    case unawaitedLet(sleep: Bool)
    /// Tasks of a group that add up only what was added before its cancellation.
    case unlessCancelled(count: Int)
    /// A block that begins at once on the thread of who starts it.
    case immediate(Block)
    /// A block whose tasks prefer an executor with a thread pool of its own.
    case preferredExecutor(Block)
    /// A block under a schedule of its own.
    case nested(Block)
    case readClock
    case settle
  }

  enum Kind: Sendable, CaseIterable { case inherited, detached, main, prioritized }
  enum By: Sendable, CaseIterable {
    case task, mainActor, sleeper, deinitialiser, cancellation
    case queue, delayedQueue, thread, mainQueue, mainSoon, operation, timer, notification

    /// Whether no schedule controls when it comes.
    var isOutside: Bool {
      switch self {
      case .task, .mainActor, .sleeper, .deinitialiser, .cancellation: false
      default: true
      }
    }

    /// Those that need no thread of the tasks' own.
    static let threads: [By] = [.queue, .delayedQueue, .thread, .operation, .timer, .notification]
  }

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
    source.isAboutExecutors = source.number(0...7) == 0
    body = source.block(depth: 0, actorCount: actorCount)
  }

  /// Draws programs: the deeper, the fewer tasks.
  private struct Source {
    var random: SplitMix64
    /// Whether its tasks do little but wait for one actor, in schedules inside others and on executors of their own.
    var isAboutExecutors = false
    private var blocks = 0
    private var budget = 40

    init(random: SplitMix64) { self.random = random }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func flip() -> Bool { Bool.random(using: &random) }
    mutating func resumer() -> By { By.allCases.randomElement(using: &random)! }
    mutating func thread() -> By { By.threads.randomElement(using: &random)! }

    mutating func block(depth: Int, actorCount: Int) -> Block {
      blocks += 1
      let id = blocks
      let count = number(1...max(2, 6 - 2 * depth))
      return Block(id: id, operations: (0..<count).map { _ in operation(depth: depth, actorCount: actorCount) })
    }

    private mutating func operation(depth: Int, actorCount: Int) -> Operation {
      budget -= 1
      let mayNest = depth < 3 && budget > 0
      if isAboutExecutors { return operationAboutExecutors(mayNest: mayNest, depth: depth, actorCount: actorCount) }
      switch number(0...(mayNest ? 33 : 24)) {
      case 0: return .yield(number(1...4))
      case 1: return .sleep(milliseconds: [0, 0, 1, 1, 2, 3][number(0...5)])
      case 2: return .countOnActor(actor: number(0...actorCount - 1), times: number(1...5))
      case 3: return .visitActor(actor: number(0...actorCount - 1), yields: 1)
      case 4: return .countOnMain(times: number(1...3))
      case 5: return .countOnGlobalActor
      case 6: return .countOnQueueActor
      case 7: return .cancelled(sleep: flip(), afterYield: flip())
      case 8: return .continuation(resumer())
      case 9: return .stream(number(0...5), throughOutside: number(0...3) == 0)
      case 10: return .gate(waiters: number(1...3))
      case 11: return .readClock
      case 12: return number(0...3) == 0 ? .settle : .yield(1)
      case 13: return .outsideWork([.task, .mainActor, .mainQueue, thread()][number(0...3)])
      case 14: return .cancelledGroup(count: number(1...3), isByFailure: flip())
      case 15: return .cancelledWait
      case 16: return .timeout(resumer())
      case 17: return .shortTimeout(againstSleep: flip())
      case 18: return .pollClock(milliseconds: number(0...3), [.task, .sleeper][number(0...1)])
      case 19: return .pollFlag(resumer(), sleeps: flip())
      case 20: return number(0...9) == 0 ? .blocked(thread()) : .syncOnQueue(times: number(1...3))
      case 21: return .syncOnQueue(times: number(1...3))
      case 22: return .cancelledContinuation(afterYield: flip())
      case 23: return .unawaitedLet(sleep: flip())
      case 24: return .unlessCancelled(count: number(1...4))
      case 25:
        return .discardingGroup((0..<number(1...3)).map { _ in block(depth: depth + 1, actorCount: actorCount) })
      case 26, 27: return .group((0..<number(1...4)).map { _ in block(depth: depth + 1, actorCount: actorCount) })
      case 28:
        return .asyncLet(
          block(depth: depth + 1, actorCount: actorCount),
          block(depth: depth + 1, actorCount: actorCount)
        )
      case 29: return .immediate(block(depth: depth + 1, actorCount: actorCount))
      case 30: return .preferredExecutor(block(depth: depth + 1, actorCount: actorCount))
      case 31: return .nested(block(depth: depth + 1, actorCount: actorCount))
      default:
        return .unstructured(
          block(depth: depth + 1, actorCount: actorCount),
          Kind.allCases[number(0...Kind.allCases.count - 1)]
        )
      }
    }

    private mutating func operationAboutExecutors(mayNest: Bool, depth: Int, actorCount: Int) -> Operation {
      switch number(0...(mayNest ? 9 : 5)) {
      case 0: return .yield(number(1...3))
      case 1: return .sleep(milliseconds: number(0...1))
      case 2, 3: return .visitActor(actor: 0, yields: number(1...4))
      case 4, 5: return .countOnActor(actor: 0, times: number(1...3))
      case 6: return .immediate(block(depth: depth + 1, actorCount: actorCount))
      case 7: return .preferredExecutor(block(depth: depth + 1, actorCount: actorCount))
      case 8: return .nested(block(depth: depth + 1, actorCount: actorCount))
      default: return .group((0..<number(1...3)).map { _ in block(depth: depth + 1, actorCount: actorCount) })
      }
    }
  }
}
