import Testing

@testable import DeterministicScheduling

@Suite("The minimizer")
struct MinimizerTests {
  @Test("finds a single element among many", arguments: [0, 1, 31, 63])
  func whenOneElementMatters_thenItAloneIsLeft(element: Int) {
    #expect(smallest(of: Array(0..<64)) { $0.contains(element) } == [element])
  }

  @Test("finds elements that matter only together")
  func whenThreeElementsMatterTogether_thenTheyAloneAreLeft() {
    #expect(smallest(of: Array(0..<100)) { Set($0).isSuperset(of: [3, 50, 97]) } == [3, 50, 97])
  }

  @Test("comes down to nothing when nothing matters, in one try")
  func whenNothingMatters_thenNothingIsLeft() {
    var tries = 0
    let left = smallest(of: Array(0..<100)) { _ in
      tries += 1
      return true
    }
    #expect(left.isEmpty)
    #expect(tries == 1)
  }

  @Test("keeps everything when everything matters")
  func whenEverythingMatters_thenNothingIsTakenAway() {
    #expect(smallest(of: Array(0..<9)) { $0.count == 9 } == Array(0..<9))
  }

  @Test("has nothing to propose for an empty list")
  func whenTheListIsEmpty_thenThereIsNoProposal() {
    var minimizer = Minimizer<Int>([])
    #expect(minimizer.proposal == nil)
    minimizer.accept()
    minimizer.reject()
    #expect(minimizer.smallest.isEmpty)
  }

  @Test("goes on with what was used of a proposal")
  func whenLessOfTheProposalIsUsed_thenThatIsTheSmallest() {
    var minimizer = Minimizer(Array(0..<8))
    minimizer.reject()
    #expect(minimizer.proposal == [4, 5, 6, 7])
    minimizer.accept([6, 7])
    #expect(minimizer.smallest == [6, 7])
    #expect([[], [6], [7]].contains(minimizer.proposal))
  }

  @Test("does not take a list that is no smaller for progress")
  func whenAnAcceptedListIsNotSmaller_thenItCountsAsRejected() {
    var minimizer = Minimizer([1, 2])
    minimizer.accept([1, 2])
    #expect(minimizer.smallest == [1, 2])
    #expect(minimizer.proposal == [2])
  }

  @Test("leaves nothing that could be taken away alone, whatever the property")
  func whenThePropertyIsAnything_thenTheResultIsMinimal() {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<modelSteps(2_000) {
      let count = Int.random(in: 1...24, using: &generator)
      let salt = UInt64.random(in: 0..<1_000, using: &generator)
      let all = Array(0..<count)
      // Not monotonous: a part may fail where a bigger one does not.
      let property: ([Int]) -> Bool = { part in
        if part == all { return true }
        var hash = SplitMix64(seed: part.reduce(salt) { $0 &* 31 &+ UInt64($1) })
        return hash.next() % 3 == 0
      }
      let left = smallest(of: all, property)
      #expect(property(left))
      for index in left.indices {
        var less = left
        less.remove(at: index)
        #expect(!property(less), "\(left) can do without \(left[index])")
      }
    }
  }

  private func smallest(of elements: [Int], _ property: ([Int]) -> Bool) -> [Int] {
    var minimizer = Minimizer(elements)
    while let proposal = minimizer.proposal {
      if property(proposal) { minimizer.accept() } else { minimizer.reject() }
    }
    return minimizer.smallest
  }
}
