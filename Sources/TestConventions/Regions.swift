/// Parts of a file, which may overlap.
struct Regions {
  private var merged: [Range<Int>] = []

  init(_ ranges: [Range<Int>]) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }

  func contains(_ place: Int) -> Bool {
    let next = merged.firstPlace { $0.lowerBound > place }
    return next > 0 && merged[next - 1].contains(place)
  }
}

extension Array {
  /// The first place that meets a condition which all later ones meet too.
  func firstPlace(where isLater: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
