/// Which of many places are taken, with the rank of each: a binary indexed tree.
struct RankTree: Sendable {
  // By the number of a place, counted from 1: how many of the places are taken that end with this one, and are as many as the
  // lowest bit of the number says.
  private var sums: [Int32] = [0]

  /// Adds a place after all others.
  mutating func append(isTaken: Bool) {
    let number = Int32(sums.count)
    let sum = sums.withUnsafeBufferPointer { sums in
      var sum: Int32 = isTaken ? 1 : 0
      let first = number & (number - 1)
      var part = number - 1
      while part > first {
        sum += sums[Int(part)]
        part &= part - 1
      }
      return sum
    }
    sums.append(sum)
  }

  mutating func take(_ place: Int) { add(1, at: place) }

  mutating func free(_ place: Int) { add(-1, at: place) }

  private mutating func add(_ change: Int32, at place: Int) {
    sums.withUnsafeMutableBufferPointer { sums in
      var number = place + 1
      while number < sums.count {
        sums[number] += change
        number += number & -number
      }
    }
  }

  /// How many of the places before this one are taken.
  func rank(of place: Int) -> Int {
    sums.withUnsafeBufferPointer { sums in
      var (rank, number) = (Int32(0), place)
      while number > 0 {
        rank += sums[number]
        number &= number - 1
      }
      return Int(rank)
    }
  }

  /// The taken place before which so many others are taken.
  func place(ofRank rank: Int) -> Int {
    sums.withUnsafeBufferPointer { sums in
      var (left, number) = (Int32(rank), 0)
      var step = 1 << (Int.bitWidth - 1 - (sums.count | 1).leadingZeroBitCount)
      while step > 0 {
        let next = number + step
        if next < sums.count, sums[next] <= left {
          left -= sums[next]
          number = next
        }
        step >>= 1
      }
      return number
    }
  }
}
