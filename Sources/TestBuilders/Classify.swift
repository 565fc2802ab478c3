import Testing
import TestingSupportCore

/// Counts how many trials of a property belong to a class of values.
///
/// Use this function to see what a property is really checked with. The shares of all classes are attached to the test:
///
/// ```swift
/// await expectAll { (numbers: [Int]) in
///   classify("empty", numbers.isEmpty)
///   #expect(numbers.reversed().reversed() == numbers)
/// }
/// ```
///
/// Use ``cover(_:_:_:sourceLocation:)`` to require a share.
///
/// - Parameters:
///   - label: The name of the class.
///   - condition: Whether the values of this trial belong to it.
///   - sourceLocation: The source location of the issue that is recorded outside a property.
public func classify(_ label: String, _ condition: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  classify("classify", label, TrialClass(isMember: condition), sourceLocation)
}

/// Requires that a share of a property's trials belong to a class of values.
///
/// Use this function if a property means little unless certain values are among the checked ones:
///
/// ```swift
/// await expectAll { (text: String) in
///   cover(5, "empty", text.isEmpty)
///   #expect(text.uppercased().lowercased().isEmpty == text.isEmpty)
/// }
/// ```
///
/// If too few trials belong to the class after the last one, up to nine times as many are added before the property
/// fails, so that it does not fail by chance. The failure shows the shares of all classes.
///
/// - Parameters:
///   - share: The least share of trials, in percent.
///   - label: The name of the class.
///   - condition: Whether the values of this trial belong to it.
///   - sourceLocation: The source location of the issue that is recorded outside a property, and for a share that is no
///     percentage.
public func cover(
  _ share: Double,
  _ label: String,
  _ condition: Bool,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard (0...100).contains(share) else {
    recordIssue(
      "`cover` requires a percentage from 0 to 100, not \(share)\n\"\(label)\" is not checked.",
      sourceLocation: sourceLocation
    )
    return
  }
  classify("cover", label, TrialClass(isMember: condition, requiredShare: share), sourceLocation)
}

private func classify(_ function: String, _ label: String, _ new: TrialClass, _ sourceLocation: SourceLocation) {
  guard let trial = CurrentValueSource.trialSource?.trial else {
    recordIssue(
      "`\(function)` requires a property\nThere is no trial to count.\nCall it inside `expectAll` or `expectModel`.",
      sourceLocation: sourceLocation
    )
    return
  }
  trial.mark { record in
    var trialClass = record.classes[label] ?? new
    trialClass.isMember = trialClass.isMember || new.isMember
    trialClass.requiredShare = new.requiredShare ?? trialClass.requiredShare
    record.classes[label] = trialClass
  }
}
