import Foundation
import Testing

/// A short text that the test does not care about, like `"string-7f3a"`: never the same twice in a test.
///
/// ```swift
/// let error = LoadError.server(message: anyString("message"))  // "message-7f3a"
/// ```
///
/// In a property checked by ``expectAll(_:trials:replaying:shrinkAttempts:isolation:sourceLocation:_:)`` it is any text, unless it has
/// a prefix.
///
/// - Parameters:
///   - prefix: What the text stands for, to be read in a failure.
///   - sourceLocation: The line that decides the value outside any test.
public func anyString(_ prefix: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) -> String {
  drawn("anyString", at: sourceLocation) { $0.string(prefix) }
}

/// A whole number that the test does not care about: of four digits, never the same twice in a test.
///
/// - Parameter sourceLocation: The line that decides the value outside any test.
public func anyInt(sourceLocation: SourceLocation = #_sourceLocation) -> Int {
  drawn("anyInt", at: sourceLocation) { $0.int() }
}

/// A whole number of a range, of any integer type. Two calls may give the same.
///
/// - Parameters:
///   - range: The numbers to choose from.
///   - sourceLocation: The line that decides the value outside any test.
public func anyInt<T: FixedWidthInteger>(
  in range: ClosedRange<T>,
  sourceLocation: SourceLocation = #_sourceLocation
) -> T {
  drawn("anyInt", at: sourceLocation) { $0.int(in: range) }
}

/// A whole number of a range, of any integer type. Two calls may give the same.
///
/// - Parameters:
///   - range: The numbers to choose from. An empty range is recorded as an issue; its lower bound is given then.
///   - sourceLocation: The line to fail at.
public func anyInt<T: FixedWidthInteger>(
  in range: Range<T>,
  sourceLocation: SourceLocation = #_sourceLocation
) -> T {
  drawn("anyInt", at: sourceLocation) { $0.int(in: range, sourceLocation: sourceLocation) }
}

/// A number that the test does not care about, exact in binary, never the same twice in a test.
///
/// - Parameter sourceLocation: The line that decides the value outside any test.
public func anyDouble(sourceLocation: SourceLocation = #_sourceLocation) -> Double {
  drawn("anyDouble", at: sourceLocation) { $0.double() }
}

/// A number of a range.
///
/// - Parameters:
///   - range: The numbers to choose from. Bounds that are not finite are recorded as an issue.
///   - sourceLocation: The line to fail at.
public func anyDouble(
  in range: ClosedRange<Double>,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Double {
  drawn("anyDouble", at: sourceLocation) { $0.double(in: range, sourceLocation: sourceLocation) }
}

/// A number of a range.
///
/// - Parameters:
///   - range: The numbers to choose from. An empty range is recorded as an issue; its lower bound is given then.
///   - sourceLocation: The line to fail at.
public func anyDouble(in range: Range<Double>, sourceLocation: SourceLocation = #_sourceLocation) -> Double {
  drawn("anyDouble", at: sourceLocation) { $0.double(in: range, sourceLocation: sourceLocation) }
}

/// `true` or `false`.
///
/// - Parameter sourceLocation: The line that decides the value outside any test.
public func anyBool(sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
  drawn("anyBool", at: sourceLocation) { $0.bool() }
}

/// An identifier, never the same twice in a test. Its first six characters are enough to distinguish two.
///
/// - Parameter sourceLocation: The line that decides the value outside any test.
public func anyUUID(sourceLocation: SourceLocation = #_sourceLocation) -> UUID {
  drawn("anyUUID", at: sourceLocation) { $0.uuid() }
}

/// A day and time that the test does not care about: a full hour, never the same twice in a test.
///
/// - Parameter sourceLocation: The line that decides the value outside any test.
public func anyDate(sourceLocation: SourceLocation = #_sourceLocation) -> Date {
  drawn("anyDate", at: sourceLocation) { $0.date() }
}

/// A day and time of a range.
///
/// - Parameters:
///   - range: The times to choose from. Bounds that are not finite are recorded as an issue.
///   - sourceLocation: The line to fail at.
public func anyDate(in range: ClosedRange<Date>, sourceLocation: SourceLocation = #_sourceLocation) -> Date {
  drawn("anyDate", at: sourceLocation) { $0.date(in: range, sourceLocation: sourceLocation) }
}

/// A day and time of a range.
///
/// - Parameters:
///   - range: The times to choose from. An empty range is recorded as an issue; its lower bound is given then.
///   - sourceLocation: The line to fail at.
public func anyDate(in range: Range<Date>, sourceLocation: SourceLocation = #_sourceLocation) -> Date {
  drawn("anyDate", at: sourceLocation) { $0.date(in: range, sourceLocation: sourceLocation) }
}

/// A web address like `https://example.com/7f3a`, never the same twice in a test.
///
/// - Parameter sourceLocation: The line that decides the value outside any test.
public func anyURL(sourceLocation: SourceLocation = #_sourceLocation) -> URL {
  drawn("anyURL", at: sourceLocation) { $0.url() }
}

/// Random bytes.
///
/// - Parameters:
///   - count: How many. A negative count is recorded as an issue; no bytes are given then.
///   - sourceLocation: The line to fail at.
public func anyData(count: Int = 8, sourceLocation: SourceLocation = #_sourceLocation) -> Data {
  drawn("anyData", at: sourceLocation) { $0.data(count: count, sourceLocation: sourceLocation) }
}

/// An e-mail address like `user-7f3a@example.com`, never the same twice in a test.
///
/// - Parameter sourceLocation: The line that decides the value outside any test.
public func anyEmail(sourceLocation: SourceLocation = #_sourceLocation) -> String {
  drawn("anyEmail", at: sourceLocation) { $0.email() }
}

/// A value of the running test's own, noted for the report of a property that fails.
func drawn<T>(_ label: String, at sourceLocation: SourceLocation, _ draw: (inout FixtureValues) -> T) -> T {
  var values = CurrentValueSource.make(at: sourceLocation)
  guard let trial = values.source.trial else { return draw(&values) }
  let span = trial.beginSpan()
  let value = draw(&values)
  trial.endSpan(span)
  trial.note(label, value)
  return value
}
