/// The jobs that can run now, the one that has waited longest first.
struct ReadyQueue<Job> {
  struct Entry {
    let candidate: Candidate
    let origin: Int?
    let job: Job
  }

  // Two arrays, since a strategy is shown the candidates alone. What lies before `head` has run.
  private var candidates: [Candidate] = []
  private var work: [(origin: Int?, job: Job)] = []
  private var head = 0

  var isEmpty: Bool { head == candidates.count }
  var count: Int { candidates.count - head }
  var waiting: ArraySlice<Candidate> { candidates[head...] }

  mutating func append(_ job: Job, as candidate: Candidate, origin: Int?) {
    candidates.append(candidate)
    work.append((origin, job))
  }

  /// Takes out the job at an offset and keeps the order of all others.
  mutating func remove(at offset: Int) -> Entry {
    let index = head + offset
    let entry = Entry(candidate: candidates[index], origin: work[index].origin, job: work[index].job)
    if offset == 0 {
      head += 1
      dropWhatHasRun()
    } else {
      candidates.remove(at: index)
      work.remove(at: index)
    }
    return entry
  }

  private mutating func dropWhatHasRun() {
    if head == candidates.count {
      candidates.removeAll(keepingCapacity: true)
      work.removeAll(keepingCapacity: true)
    } else if head >= 64, head * 2 >= candidates.count {
      candidates.removeFirst(head)
      work.removeFirst(head)
    } else {
      return
    }
    head = 0
  }
}

extension ReadyQueue: Sendable where Job: Sendable {}
