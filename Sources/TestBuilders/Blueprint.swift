import Testing

/// The settable properties of a type whose own are constant, and how to make a value of them.
///
/// Write one where ``Builder`` alone does not do, because the type has `let` properties or an initializer that computes:
///
/// ```swift
/// struct TicketBlueprint: Blueprint {
///   var row = "A"
///   var seat = 1
///
///   func make() -> Ticket { Ticket(row: row, seat: seat) }
/// }
/// ```
///
/// A test sets what it is about:
///
/// ```swift
/// let ticket = TicketBlueprint().builder.seat(12).build()
/// ```
///
/// ``Builder`` provides the fluent functions; you write one line for each property.
public protocol Blueprint: Buildable {
  /// What is built.
  associatedtype Product

  /// Creates a value from the properties.
  func make() -> Product
}

extension Builder where Subject: Blueprint {
  /// The value that the blueprint makes of everything that has been set.
  public func build() -> Subject.Product {
    let blueprint: Subject = build()
    return blueprint.make()
  }

  /// Several values, each built on from this builder.
  ///
  /// - Parameters:
  ///   - count: How many. A count of zero or less is recorded as an issue; the list is empty then.
  ///   - sourceLocation: The line to fail at.
  ///   - change: Sets what matters in the value of each index, which counts from zero.
  public func build(
    _ count: Int,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (Int, Builder) -> Builder
  ) -> [Subject.Product] {
    let blueprints: [Subject] = build(count, sourceLocation: sourceLocation, change)
    return blueprints.map { $0.make() }
  }
}
