import Testing
import TestingSupportCore

/// A function that must not be called in this test: a call records an issue that names it.
///
/// Fill the closures of a dependency with it, and replace only those that a test is about. Whatever else is called
/// shows itself.
///
/// ```swift
/// var client = ItemsClient(
///   load: unimplemented("ItemsClient.load"),
///   save: unimplemented("ItemsClient.save"),
///   count: unimplemented("ItemsClient.count", returning: 0)
/// )
/// client.load = { ["Rick"] }
/// ```
///
/// It fits synchronous and asynchronous closures of any number of parameters.
///
/// - Parameters:
///   - name: What the issue calls the function.
///   - fallback: What a call returns after the issue; evaluated for each call.
///   - sourceLocation: Where the issue is reported: the line that fills the closure.
public func unimplemented<each Argument, R>(
  _ name: String,
  returning fallback: @escaping @autoclosure @Sendable () -> R,
  sourceLocation: SourceLocation = #_sourceLocation
) -> @Sendable (repeat each Argument) -> R {
  { (argument: repeat each Argument) in
    recordCall(of: name, with: repeat each argument, sourceLocation: sourceLocation)
    return fallback()
  }
}

/// A function without a result that must not be called in this test: a call records an issue that names it.
///
/// - Parameters:
///   - name: What the issue calls the function.
///   - sourceLocation: Where the issue is reported: the line that fills the closure.
@_disfavoredOverload
public func unimplemented<each Argument>(
  _ name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) -> @Sendable (repeat each Argument) -> Void {
  // Disfavored, because a throwing closure without a result shall throw rather than carry on.
  unimplemented(name, returning: (), sourceLocation: sourceLocation)
}

/// A throwing function that must not be called in this test: a call records an issue that names it, and throws.
///
/// - Parameters:
///   - name: What the issue calls the function.
///   - sourceLocation: Where the issue is reported: the line that fills the closure.
public func unimplemented<each Argument, R>(
  _ name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) -> @Sendable (repeat each Argument) throws -> R {
  { (argument: repeat each Argument) in
    recordCall(of: name, with: repeat each argument, sourceLocation: sourceLocation)
    throw UnimplementedError(name: name)
  }
}

/// A function that must not be called in this test: a call records an issue that names it, and throws an error.
///
/// - Parameters:
///   - name: What the issue calls the function.
///   - error: What a call throws after the issue; evaluated for each call.
///   - sourceLocation: Where the issue is reported: the line that fills the closure.
public func unimplemented<each Argument, R, Failure: Error>(
  _ name: String,
  throwing error: @escaping @autoclosure @Sendable () -> Failure,
  sourceLocation: SourceLocation = #_sourceLocation
) -> @Sendable (repeat each Argument) throws(Failure) -> R {
  { (argument: repeat each Argument) throws(Failure) in
    recordCall(of: name, with: repeat each argument, sourceLocation: sourceLocation)
    throw error()
  }
}

/// What a throwing function that is unimplemented throws, unless it was given another error.
public struct UnimplementedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name that the function was given.
  public let name: String

  /// A sentence that names the function.
  public var description: String { "\(name) is unimplemented" }
}

private func recordCall<each Argument>(
  of name: String,
  with argument: repeat each Argument,
  sourceLocation: SourceLocation
) {
  var arguments: [String] = []
  for argument in repeat each argument { arguments.append(String(describingForMessage: argument)) }
  recordIssue(
    """
    Unexpected call of unimplemented `\(name)(\(arguments.joined(separator: ", ")))`
    Replace it in this test if the call is expected.
    """,
    sourceLocation: sourceLocation
  )
}
