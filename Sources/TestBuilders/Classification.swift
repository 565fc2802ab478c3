import Foundation

/// How many of a property's trials belong to which class of values.
struct Classification {
  private struct Entry {
    var count = 0
    var requiredShare: Double?
  }

  private(set) var trials = 0
  private var entries: [String: Entry] = [:]

  var isEmpty: Bool { entries.isEmpty }

  mutating func count(_ record: Trial.Record) {
    trials += 1
    for (label, trialClass) in record.classes {
      var entry = entries[label] ?? Entry()
      entry.count += trialClass.isMember ? 1 : 0
      entry.requiredShare = trialClass.requiredShare ?? entry.requiredShare
      entries[label] = entry
    }
  }

  /// The classes to which too few trials belong.
  var missed: [String] {
    entries.filter { isMissed($0.value) }.keys.sorted()
  }

  /// Whether a class is so rare that more trials would not help, with at most one error in a million.
  var isMissedForCertain: Bool {
    entries.values.contains { entry in isMissed(entry) && upperBound(of: entry) * 100 < entry.requiredShare ?? 0 }
  }

  /// The shares of all classes, the greatest first.
  var table: String {
    let width = entries.keys.map(\.count).max() ?? 0
    let rows = entries.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { label, entry in
      let share = Self.percentage(self.share(of: entry))
      let required = entry.requiredShare.map { ", at least \(Self.percentage($0)) required" } ?? ""
      let padding = String(repeating: " ", count: width - label.count + 2 + max(0, 6 - share.count))
      return "  \(label)\(padding)\(share) (\(entry.count) of \(trials)\(required))"
    }
    return rows.joined(separator: "\n")
  }

  private func share(of entry: Entry) -> Double {
    trials == 0 ? 0 : Double(entry.count) / Double(trials) * 100
  }

  private func isMissed(_ entry: Entry) -> Bool {
    share(of: entry) < entry.requiredShare ?? 0
  }

  /// The end of Wilson's interval for the share of a class.
  private func upperBound(of entry: Entry) -> Double {
    let (count, share, z) = (Double(trials), share(of: entry) / 100, 4.9)
    let spread = z * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot()
    return (share + z * z / (2 * count) + spread) / (1 + z * z / count)
  }

  private static func percentage(_ share: Double) -> String {
    share == share.rounded() ? "\(Int(share)) %" : "\((share * 10).rounded() / 10) %"
  }
}
