/// Jobs by their priority, the highest first; of two with the same, the one that has waited longer.
struct PriorityHeap: Sendable {
  struct Entry: Sendable {
    let priority: Int64
    /// The number of the job.
    let sequence: Int

    fileprivate func isBefore(_ other: Entry) -> Bool {
      priority == other.priority ? sequence < other.sequence : priority > other.priority
    }
  }

  private var entries: [Entry] = []

  var top: Entry? { entries.first }

  mutating func insert(_ priority: Int64, of sequence: Int) {
    let entry = Entry(priority: priority, sequence: sequence)
    entries.append(entry)
    entries.withUnsafeMutableBufferPointer { entries in
      var index = entries.count - 1
      while index > 0, entry.isBefore(entries[(index - 1) / 2]) {
        entries[index] = entries[(index - 1) / 2]
        index = (index - 1) / 2
      }
      entries[index] = entry
    }
  }

  mutating func removeTop() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    entries.withUnsafeMutableBufferPointer { entries in
      var index = 0
      while 2 * index + 1 < entries.count {
        var child = 2 * index + 1
        if child + 1 < entries.count, entries[child + 1].isBefore(entries[child]) { child += 1 }
        guard entries[child].isBefore(last) else { break }
        entries[index] = entries[child]
        index = child
      }
      entries[index] = last
    }
  }
}
