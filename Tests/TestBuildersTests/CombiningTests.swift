import Testing
import TestingSupportCore

@testable import TestBuilders

@Suite("Combining values")
struct CombiningTests {
  @Suite("One of several kinds", .seed(7))
  struct OneOf {
    @Test("When kinds are given then each comes up")
    func whenKindsAreGiven_thenEachComesUp() async {
      var seen: Set<String> = []
      await expectAll { seen.insert(anyValue { $0.oneOf({ _ in "a" }, { _ in "b" }, { _ in "c" }) }) }
      #expect(seen == ["a", "b", "c"])
    }

    @Test("When kinds have weights then they come up as often")
    func whenKindsHaveWeights_thenTheyComeUpAsOften() async {
      var counts: [String: Int] = [:]
      await expectAll(trials: 1000) {
        let kind = anyValue { $0.oneOf((9, { _ in "often" }), (1, { _ in "rare" }), (0, { _ in "never" })) }
        counts[kind, default: 0] += 1
      }
      #expect((850...950).contains(counts["often"] ?? 0))
      #expect(counts["never"] == nil)
    }

    @Test("When a weight is negative then an issue says so, and it counts as 0")
    func whenWeightIsNegative_thenIssueSaysSo() async {
      var kinds: Set<String> = []
      let issues = await recordedIssues {
        for _ in 0..<20 { kinds.insert(anyValue { $0.oneOf((-1, { _ in "a" }), (1, { _ in "b" })) }) }
      }
      #expect(kinds == ["b"])
      #expect(issues.count == 20)
      #expect(issues.first?.text == "A weight must not be negative, but is -1\nIt counted as 0.")
      #expect(issues.first?.sourceLocation?.line == #line - 5)
    }

    @Test("When no weight is greater than 0 then an issue says so, and the first kind is chosen")
    func whenNoWeightIsGreaterThanZero_thenFirstKindIsChosen() async {
      let issues = await recordedIssues {
        #expect(anyValue { $0.oneOf((0, { _ in "a" }), (0, { _ in "b" })) } == "a")
      }
      #expect(issues.map(\.text) == ["One weight must be greater than 0\nThe first kind was chosen."])
    }

    @Test("When weights are the greatest there are then nothing overflows")
    func whenWeightsAreGreatest_thenNothingOverflows() async {
      var kinds: Set<String> = []
      await expectAll { kinds.insert(anyValue { $0.oneOf((.max, { _ in "a" }), (.max, { _ in "b" })) }) }
      #expect(kinds == ["a"])
    }
  }

  @Suite("Filtered", .seed(7))
  struct Filtered {
    @Test("When values are filtered then each meets the condition")
    func whenValuesAreFiltered_thenEachMeetsCondition() async {
      await expectAll {
        let number = anyValue { $0.filtered({ $0.int(in: 0...99) }, where: { $0 % 3 == 0 }) }
        #expect(number % 3 == 0)
      }
    }

    @Test("When no value of a property meets the condition then its trials are discarded")
    func whenNoValueOfPropertyMeetsCondition_thenTrialsAreDiscarded() async {
      let issues = await recordedIssues {
        await expectAll(trials: 5) {
          _ = anyValue { $0.filtered({ $0.bool() }, where: { _ in false }) }
          Issue.record("of a value that was not asked for")
        }
      }
      #expect(issues.count == 1)
      #expect(issues.first?.text.hasPrefix("Only 0 of 5 trials met the property's assumptions") == true)
    }

    @Test("When no value of a test meets the condition then an issue says so at the line that asks")
    func whenNoValueOfTestMeetsCondition_thenIssueSaysSo() async {
      let issues = await recordedIssues {
        #expect(anyValue { $0.filtered({ _ in 1 }, where: { $0 > 1 }) } == 1)
      }
      #expect(
        issues.map(\.text) == [
          "None of 100 values meets the condition of `filtered`\nThe last one was used.\n"
            + "Create values that meet the condition more often."
        ]
      )
      #expect(issues.first?.sourceLocation?.line == #line - 8)
    }

    @Test(
      "When a filtered value fails then it gets as small as the condition allows",
      arguments: 0..<10 as Range<UInt64>
    )
    func whenFilteredValueFails_thenItGetsSmall(seed: UInt64) async {
      let issues = await recordedIssues {
        await withSeed(seed) {
          await expectAll {
            let number = anyValue("number") { $0.filtered({ $0.int(in: 0...1000) }, where: { $0.isMultiple(of: 7) }) }
            #expect(number < 100)
          }
        }
      }
      #expect(issues.last?.text.contains("number → 105\n") == true)
    }
  }

  @Suite("Recursive", .seed(7))
  struct Recursive {
    indirect enum Tree: CustomStringConvertible {
      case leaf(Int)
      case node(Tree, Tree)

      var description: String {
        switch self {
        case .leaf(let number): "\(number)"
        case .node(let left, let right): "(\(left) \(right))"
        }
      }

      var nodes: Int {
        switch self {
        case .leaf: 0
        case .node(let left, let right): 1 + left.nodes + right.nodes
        }
      }

      static func any(_ values: inout FixtureValues, size: Int = 20) -> Tree {
        values.recursive(
          size: size,
          leaf: { .leaf($0.int(in: 0...9)) },
          node: { values, child in .node(child(&values), child(&values)) }
        )
      }
    }

    @Test("When trees are created then small and large ones come up, and none has more nodes than asked for")
    func whenTreesAreCreated_thenSmallAndLargeComeUp() async {
      var sizes: Set<Int> = []
      await expectAll(trials: 300) { sizes.insert(anyValue { Tree.any(&$0) }.nodes) }
      #expect(sizes.isSuperset(of: [0, 1, 20]))
      #expect(sizes.max() == 20)
    }

    @Test("When a tree fails then it is made small", arguments: 0..<10 as Range<UInt64>)
    func whenTreeFails_thenItIsMadeSmall(seed: UInt64) async {
      let issues = await recordedIssues {
        await withSeed(seed) {
          await expectAll {
            let tree = anyValue("tree") { Tree.any(&$0) }
            #expect(tree.nodes < 2)
          }
        }
      }
      let text = issues.last?.text ?? ""
      #expect(text.contains("tree → (0 (0 0))\n") || text.contains("tree → ((0 0) 0)\n"))
    }

    @Test("When a tree is created outside a property then it ends too", arguments: 0..<20 as Range<UInt64>)
    func whenTreeIsCreatedOutsideProperty_thenItEnds(seed: UInt64) {
      var values = FixtureValues(seed: seed)
      #expect(Tree.any(&values).nodes <= 20)
    }

    @Test("When the size is negative then an issue says so, and the value is a leaf")
    func whenSizeIsNegative_thenIssueSaysSo() async {
      let issues = await recordedIssues {
        #expect(anyValue { $0.recursive(size: -1, leaf: { _ in "leaf" }, node: { _, _ in "node" }) } == "leaf")
      }
      #expect(issues.map(\.text) == ["A size must not be negative, but is -1\nIt counted as 0."])
      #expect(issues.first?.sourceLocation?.line == #line - 3)
    }
  }

  @Suite("Functions", .seed(7))
  struct Functions {
    @Test("When a function is called twice with an input then it gives the same output")
    func whenFunctionIsCalledTwice_thenOutputIsTheSame() async {
      await expectAll { (inputs: [Int]) in
        let function = anyValue { $0.function { (values, _: Int) in values.int() } }
        #expect(inputs.map(function) == inputs.map(function))
      }
    }

    @Test("When functions are called with several inputs then outputs differ")
    func whenFunctionsAreCalledWithSeveralInputs_thenOutputsDiffer() {
      let function = anyValue { $0.function { (values, _: Int) in values.int() } }
      #expect(Set((0..<10).map(function)).count == 10)
    }

    @Test("When a property of a function fails then the report shows the outputs that matter")
    func whenPropertyOfFunctionFails_thenReportShowsOutputs() async {
      let issues = await recordedIssues {
        await expectAll { (numbers: [Int]) in
          let isIncluded = anyValue("filter") { $0.function("isIncluded") { (values, _: Int) in values.bool() } }
          #expect(numbers.filter(isIncluded) == numbers)
        }
      }
      #expect(issues.last?.text.contains("[Int] → [0]\n") == true)
      #expect(issues.last?.text.contains("isIncluded(0) → false\n") == true)
    }

    @Test("When many tasks call a function then all get one output")
    func whenManyTasksCallFunction_thenAllGetOneOutput() async {
      let function = anyValue { $0.function { (values, _: String) in values.int() } }
      let outputs = await withTaskGroup(of: Int.self, returning: Set<Int>.self) { group in
        for _ in 0..<50 { group.addTask { function("input") } }
        return await group.reduce(into: []) { $0.insert($1) }
      }
      #expect(outputs == [function("input")])
    }
  }

  // The code of the comments, in the same words.
  @Test("When values are combined as in the documentation then a fixture is made of them")
  func whenValuesAreCombinedAsDocumented_thenFixtureIsMade() async {
    await expectAll { (sample: Sample) in
      #expect((1...2000).contains(sample.size))
      #expect(sample.tree.depth <= 20)
      #expect(sample.isIncluded(3) == sample.isIncluded(3))

      let depth = anyValue("depth") {
        $0.oneOf((weight: 9, { $0.int(in: 0...3) }), (weight: 1, { $0.int(in: 10...20) }))
      }
      #expect((0...20).contains(depth))
    }
  }

  private struct Sample: Fixture {
    let answer: Result<Int, Refusal>
    let size: Int
    let tree: Tree
    let isIncluded: @Sendable (Int) -> Bool

    static func fixture(_ values: inout FixtureValues) -> Sample {
      let answer: Result<Int, Refusal> =
        values.oneOf({ .success($0.int(in: 200...299)) }, { .failure(Refusal($0.string("reason"))) })
      let size = values.oneOf((weight: 9, { $0.int(in: 1...10) }), (weight: 1, { $0.int(in: 1000...2000) }))
      let tree: Tree = values.recursive(
        leaf: { .leaf($0.int()) },
        node: { values, child in .node(child(&values), child(&values)) }
      )
      let isIncluded = values.function("isIncluded") { (values, _: Int) in values.bool() }
      return Sample(answer: answer, size: size, tree: tree, isIncluded: isIncluded)
    }
  }

  private indirect enum Tree {
    case leaf(Int)
    case node(Tree, Tree)

    var depth: Int {
      switch self {
      case .leaf: 0
      case .node(let left, let right): 1 + max(left.depth, right.depth)
      }
    }
  }

  private struct Refusal: Error {
    let reason: String

    init(_ reason: String) {
      self.reason = reason
    }
  }
}
