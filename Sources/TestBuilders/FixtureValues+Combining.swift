import Testing
import TestingSupportCore

extension FixtureValues {
  /// A value of one of several kinds, each as likely as any other.
  ///
  /// Write the simplest kind first: a failing property prefers it.
  ///
  /// ```swift
  /// let answer: Result<Int, Refusal> =
  ///   values.oneOf({ .success($0.int(in: 200...299)) }, { .failure(Refusal($0.string("reason"))) })
  /// ```
  ///
  /// - Parameters:
  ///   - first: Creates a value of the simplest kind.
  ///   - others: Create values of the other kinds.
  public mutating func oneOf<T>(
    _ first: (inout FixtureValues) -> T,
    _ others: ((inout FixtureValues) -> T)...
  ) -> T {
    let index = Int(index(upTo: UInt64(others.count), .each))
    return index == 0 ? first(&self) : others[index - 1](&self)
  }

  /// A value of one of several kinds, some of which are more likely than others.
  ///
  /// ```swift
  /// let size = values.oneOf((weight: 9, { $0.int(in: 1...10) }), (weight: 1, { $0.int(in: 1000...2000) }))
  /// ```
  ///
  /// - Parameters:
  ///   - first: The simplest kind and its weight.
  ///   - others: The other kinds and their weights. A kind with weight 0 is never chosen. A negative weight records an
  ///     issue and counts as 0; if all weights are 0, an issue is recorded and the first kind is chosen.
  ///   - sourceLocation: The source location of the issue.
  public mutating func oneOf<T>(
    _ first: (weight: Int, make: (inout FixtureValues) -> T),
    _ others: (weight: Int, make: (inout FixtureValues) -> T)...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> T {
    let kinds = [first] + others
    if let negative = kinds.first(where: { $0.weight < 0 }) {
      recordIssue(
        "A weight must not be negative, but is \(negative.weight)\nIt counted as 0.",
        sourceLocation: sourceLocation
      )
    }
    var total: UInt64 = 0
    let ends = kinds.map { kind in
      total = min(total &+ UInt64(max(0, kind.weight)), UInt64(Int.max))
      return total
    }
    guard total > 0 else {
      recordIssue("One weight must be greater than 0\nThe first kind was chosen.", sourceLocation: sourceLocation)
      return first.make(&self)
    }
    let place = index(upTo: total - 1, .even)
    return kinds[ends.firstIndex { place < $0 } ?? 0].make(&self)
  }

  /// A value that meets a condition.
  ///
  /// Values are created until one meets the condition. Use this function only if most do, and otherwise create values that
  /// always meet it: `2 * values.int(in: 0...50)` is an even number.
  ///
  /// - Parameters:
  ///   - make: Creates a value.
  ///   - sourceLocation: The source location of the issue.
  ///   - condition: Whether the value can be used.
  /// - Returns: The first value that meets the condition. If none of 100 does, a property discards its trial, as after
  ///   ``assume(_:sourceLocation:)``; in any other test, an issue is recorded. The last value is then returned.
  public mutating func filtered<T>(
    _ make: (inout FixtureValues) -> T,
    sourceLocation: SourceLocation = #_sourceLocation,
    where condition: (T) -> Bool
  ) -> T {
    var value = attempt(make)
    var attempts = 1
    while !condition(value) {
      guard attempts < 100 else {
        reportUnmetCondition(sourceLocation)
        return value
      }
      attempts += 1
      value = attempt(make)
    }
    return value
  }

  private func reportUnmetCondition(_ sourceLocation: SourceLocation) {
    if let trial = source.trial { return trial.mark { $0.isInvalid = true } }
    recordIssue(
      "None of 100 values meets the condition of `filtered`\nThe last one was used.\n"
        + "Create values that meet the condition more often.",
      sourceLocation: sourceLocation
    )
  }

  private mutating func attempt<T>(_ make: (inout FixtureValues) -> T) -> T {
    guard let trial = source.trial else { return make(&self) }
    let span = trial.beginSpan()
    defer { trial.endSpan(span) }
    return make(&self)
  }

  /// A value that contains values of its own type, such as a tree.
  ///
  /// ```swift
  /// let tree: Tree = values.recursive(
  ///   leaf: { .leaf($0.int()) },
  ///   node: { values, child in .node(child(&values), child(&values)) }
  /// )
  /// ```
  ///
  /// A failing property prefers leaves.
  ///
  /// - Parameters:
  ///   - size: How many nodes the value may contain. Once they are used up, each child is a leaf. A negative size
  ///     records an issue and counts as 0.
  ///   - sourceLocation: The source location of the issue.
  ///   - leaf: Creates a value that contains no other.
  ///   - node: Creates a value that contains others. Its second argument creates each of them.
  public mutating func recursive<T>(
    size: Int = 20,
    sourceLocation: SourceLocation = #_sourceLocation,
    leaf: (inout FixtureValues) -> T,
    node: @escaping (inout FixtureValues, _ child: (inout FixtureValues) -> T) -> T
  ) -> T {
    if size < 0 {
      recordIssue("A size must not be negative, but is \(size)\nIt counted as 0.", sourceLocation: sourceLocation)
    }
    var nodesLeft = max(0, size)
    func child(_ values: inout FixtureValues) -> T {
      values.attempt { values in
        guard nodesLeft > 0, values.index(upTo: 3, .even) > 0 else { return leaf(&values) }
        nodesLeft -= 1
        return node(&values, child)
      }
    }
    return child(&self)
  }

  /// A function that gives each input an arbitrary output, and the same input the same output every time.
  ///
  /// Use it for a property of code that takes a closure, such as a filter or a comparison. The report of a failing
  /// property shows the outputs that were requested, such as `isIncluded(3) → true`.
  ///
  /// ```swift
  /// let isIncluded = values.function("isIncluded") { (values, _: Int) in values.bool() }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What the report calls the function.
  ///   - make: Creates the output for a new input.
  public mutating func function<Input: Hashable & Sendable, Output: Sendable>(
    _ name: String = "function",
    of make: @escaping @Sendable (inout FixtureValues, Input) -> Output
  ) -> @Sendable (Input) -> Output {
    let (source, nesting) = (source, nesting)
    let outputs = Locked<[Input: Output]>([:])
    return { input in
      if let known = outputs.withLock({ $0[input] }) { return known }
      var values = source.values()
      values.nesting = nesting
      let made = values.attempt { make(&$0, input) }
      let (output, isFirst) = outputs.withLock { outputs in
        if let known = outputs[input] { return (known, false) }
        outputs[input] = made
        return (made, true)
      }
      if isFirst { source.trial?.note("\(name)(\(EscapedValueText.text(of: input)))", output) }
      return output
    }
  }
}

/// A value that a closure creates from the random values of the running test.
///
/// Use this function in a test or a property for a value that no `any…()` gives, for example with the combinators of
/// ``FixtureValues``:
///
/// ```swift
/// let depth = anyValue("depth") {
///   $0.oneOf((weight: 9, { $0.int(in: 0...3) }), (weight: 1, { $0.int(in: 10...20) }))
/// }
/// ```
///
/// - Parameters:
///   - name: What the report of a failing property calls the value.
///   - sourceLocation: The source location that decides the value outside a test.
///   - make: Creates the value.
public func anyValue<T>(
  _ name: String = "anyValue",
  sourceLocation: SourceLocation = #_sourceLocation,
  of make: (inout FixtureValues) -> T
) -> T {
  drawn(name, at: sourceLocation, make)
}
