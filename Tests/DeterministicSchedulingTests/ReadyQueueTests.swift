import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("Jobs that are ready")
struct ReadyQueueTests {
  @Test("When jobs come and go then the queue is what a plain list is", arguments: 0..<UInt64(20))
  func whenJobsComeAndGo_thenQueueIsAsPlainList(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (sut, model) = (ReadyQueue(), NaiveReadyQueue())
    for step in 0..<modelSteps(2_000) {
      // At times many, so that those that have run are dropped; at times none.
      let grows = Int.random(in: 0..<10, using: &random) < (step / 200 % 2 == 0 ? 7 : 3)
      if grows || model.ready.isEmpty {
        let (candidate, line) = makeJob(step, using: &random)
        sut.append(candidate, job: step, origin: step % 3 == 0 ? nil : step, in: line)
        model.append(candidate, in: line)
      } else if step % 7 == 0, let task = model.ready.randomElement(using: &random)?.task {
        #expect(sut.removeLast(of: task)?.candidate == model.removeLast(of: task))
      } else {
        let offset = Int.random(in: 0..<model.ready.count, using: &random)
        let entry = sut.remove(at: offset)
        #expect(entry.candidate == model.remove(at: offset))
        #expect(entry.job == entry.candidate.sequence)
        #expect(entry.origin == (entry.job % 3 == 0 ? nil : entry.job))
      }
      guard isSame(sut, model, seen: Int.random(in: 0...4, using: &random) == 0 ? .all : .some) else {
        Issue.record("In step \(step), \(ReadyJobs(sut).map(\.sequence)) in place of \(model.ready.map(\.sequence))")
        return
      }
    }
  }

  @Test("When only the first job is ever taken then those that have run are dropped all the same")
  func whenFirstIsTaken_thenQueueIsAsPlainList() {
    var (sut, model) = (ReadyQueue(isRanked: false), NaiveReadyQueue())
    var random = SplitMix64(seed: 1)
    for step in 0..<5_000 {
      let candidate = Candidate(sequence: step, task: step % 50, lane: .own)
      sut.append(candidate, job: step, origin: nil)
      model.append(candidate, in: nil)
      for _ in 0..<Int.random(in: 0...(model.ready.count < 20 ? 1 : 3), using: &random) where !model.ready.isEmpty {
        #expect(sut.first == model.ready.first)
        #expect(sut.remove(at: 0).candidate == model.remove(at: 0))
      }
      if step % 5 == 0, let task = model.ready.randomElement(using: &random)?.task {
        #expect(sut.removeLast(of: task)?.candidate == model.removeLast(of: task))
      }
      #expect(sut.count == model.ready.count)
    }
    #expect(sut.tasks == model.ready.compactMap(\.task))
    #expect(sut.removeLast(of: 51) == nil)
    #expect(sut.offset(of: model.ready[3].sequence) == 3)
    #expect(sut.remove(at: 3).candidate == model.remove(at: 3))
  }

  // MARK: Choices

  @Test("When a strategy only looks at what has changed then it chooses as one that looks at all", arguments: 0..<30)
  func whenStrategyLooksAtChanges_thenItChoosesAsIfItLookedAtAll(seed: UInt64) {
    let pairs: [(any ScheduleStrategy, any ScheduleStrategy)] = [
      (POSStrategy(seed: seed), NaivePOSStrategy(seed: seed)),
      (PCTStrategy(seed: seed, depth: 3, steps: 50), NaivePCTStrategy(seed: seed, depth: 3, steps: 50)),
      (PCTStrategy(seed: seed, depth: 1, steps: 50), NaivePCTStrategy(seed: seed, depth: 1, steps: 50)),
    ]
    for (fast, naive) in pairs {
      var (fast, naive) = (fast, naive)
      var random = SplitMix64(seed: seed)
      var queue = ReadyQueue()
      for step in 0..<1_000 {
        for number in 0..<Int.random(in: 0...2, using: &random) where queue.count < 40 {
          let (candidate, line) = makeJob(2 * step + number, using: &random)
          queue.append(candidate, job: 0, origin: nil, in: line)
        }
        let ready = ReadyJobs(queue, timer: makeTimer(step, using: &random))
        guard ready.count > 1 else { continue }
        let choice = fast.choose(among: ready)
        let expected = naive.choose(among: ready)
        guard choice == expected else {
          Issue.record("\(type(of: fast)) chooses \(choice) in place of \(expected) in step \(step)")
          break
        }
        // At times another one runs.
        let taken =
          Int.random(in: 0..<20, using: &random) == 0 ? Int.random(in: 0..<ready.count, using: &random) : choice
        if taken < queue.count { _ = queue.remove(at: taken) }
      }
    }
  }

  @Test("When a task would run again and again then others have their turns as if all had been looked at")
  func whenTaskSpins_thenOthersHaveTurns() {
    var (fast, naive) = (PCTStrategy(seed: 3, depth: 2, steps: 900), NaivePCTStrategy(seed: 3, depth: 2, steps: 900))
    var queue = ReadyQueue()
    for task in 0..<4 { queue.append(Candidate(sequence: task, task: task, lane: .own), job: 0, origin: nil) }
    for sequence in 4..<1_000 {
      let ready = ReadyJobs(queue)
      let choice = fast.choose(among: ready)
      #expect(choice == naive.choose(among: ready))
      let task = queue.remove(at: choice).candidate.task
      queue.append(Candidate(sequence: sequence, task: task, lane: .own), job: 0, origin: nil)
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private enum Look { case all, some }

private func isSame(_ sut: ReadyQueue, _ model: NaiveReadyQueue, seen: Look) -> Bool {
  let ready = model.ready
  guard sut.count == ready.count, sut.isEmpty == ready.isEmpty, sut.first == ready.first else { return false }
  guard seen == .all else { return true }
  let jobs = ReadyJobs(sut)
  return Array(jobs) == ready && jobs.lastJob == ready.last
    && sut.tasks == model.all.compactMap(\.task)
    && ready.indices.allSatisfy { index in
      let job = ready[index]
      let runtimeJobs = ready[..<index].count { $0.task == nil }
      guard jobs.offset(of: job.sequence) == index else { return false }
      if let task = job.task { return jobs.firstOffset(of: task) == ready.firstIndex { $0.task == task } }
      return jobs.countOfRuntimeJobs(before: index) == runtimeJobs && jobs.offsetOfRuntimeJob(runtimeJobs) == index
    }
    && model.held.allSatisfy { jobs.offset(of: $0.sequence) == nil }
    && jobs.offset(of: .max) == nil
    && jobs.offsetOfRuntimeJob(ready.count) == nil
}

private func makeJob(_ sequence: Int, using random: inout SplitMix64) -> (Candidate, PlaceInLine?) {
  let task = Int.random(in: 0..<6, using: &random) == 0 ? nil : Int.random(in: 0..<30, using: &random)
  switch Int.random(in: 0..<5, using: &random) {
  case 0: return (Candidate(sequence: sequence, task: task, lane: .main), .main)
  case 1: return (Candidate(sequence: sequence, task: task, lane: .main, kind: .handover), nil)
  case 2:
    let line = ExecutorLine(executor: UInt.random(in: 1...2, using: &random), priority: 0)
    return (
      Candidate(sequence: sequence, task: task, lane: .own),
      PlaceInLine(line: line, holdsOthers: Bool.random(using: &random))
    )
  default: return (Candidate(sequence: sequence, task: task, lane: .own), nil)
  }
}

// The end of one of a few sleeps, which comes and goes.
private func makeTimer(_ step: Int, using random: inout SplitMix64) -> Candidate? {
  guard Int.random(in: 0..<3, using: &random) == 0 else { return nil }
  let number = 100_000 + step / 20 * 2 + Int.random(in: 0...1, using: &random)
  return Candidate(sequence: number, task: number, lane: Bool.random(using: &random) ? .main : .own, kind: .wake)
}

/// The queue as one would write it without a thought for speed.
private struct NaiveReadyQueue {
  var all: [Candidate] = []
  private var places: [Int: PlaceInLine] = [:]
  private var lines: Set<ExecutorLine> = []
  private var heldSequences: Set<Int> = []

  var ready: [Candidate] { all.filter { !heldSequences.contains($0.sequence) } }
  var held: [Candidate] { all.filter { heldSequences.contains($0.sequence) } }

  mutating func append(_ candidate: Candidate, in place: PlaceInLine?) {
    all.append(candidate)
    places[candidate.sequence] = place
    guard let place else { return }
    if lines.contains(place.line) {
      heldSequences.insert(candidate.sequence)
    } else if place.holdsOthers {
      lines.insert(place.line)
    }
  }

  mutating func remove(at offset: Int) -> Candidate { remove(ready[offset]) }

  mutating func removeLast(of task: Int) -> Candidate? { ready.last { $0.task == task }.map { remove($0) } }

  private mutating func remove(_ candidate: Candidate) -> Candidate {
    all.removeAll { $0.sequence == candidate.sequence }
    guard let place = places[candidate.sequence], place.holdsOthers else { return candidate }
    for next in held where places[next.sequence]?.line == place.line {
      heldSequences.remove(next.sequence)
      if places[next.sequence]?.holdsOthers == true { return candidate }
    }
    lines.remove(place.line)
    return candidate
  }
}
