import Foundation
import Testing

/// An error for a test that does not care which one it is.
///
/// ```swift
/// client.startMonitoringResult = .failure(makeError())
/// ```
///
/// Two such errors are never equal, so a test that expects one of them cannot pass with the other. Name the domain and
/// the code where the code under test looks at them.
///
/// - Parameters:
///   - domain: The error's domain. Defaults to a string such as `"domain-7f3a"`.
///   - code: The error's code; without one, a number from 1 to 9999.
///   - userInfo: Further information about the error.
///   - sourceLocation: The line that decides the values outside any test.
public func makeError(
  domain: String? = nil,
  code: Int? = nil,
  userInfo: [String: Any]? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) -> NSError {
  NSError(
    domain: domain ?? anyString("domain", sourceLocation: sourceLocation),
    code: code ?? anyInt(in: 1...9999, sourceLocation: sourceLocation),
    userInfo: userInfo
  )
}

/// Any error of a Swift error type that has a fixture.
///
/// ```swift
/// repository.result = .failure(makeError(of: LoadError.self))
/// ```
///
/// - Parameters:
///   - type: The error's type, if the context doesn't determine it.
///   - sourceLocation: The line that decides the value outside any test.
public func makeError<E: Error & Fixture>(
  of type: E.Type = E.self,
  sourceLocation: SourceLocation = #_sourceLocation
) -> E {
  drawn("makeError", at: sourceLocation) { $0.any(type) }
}

/// Any case of a Swift error type.
///
/// - Parameters:
///   - type: The error's type, if the context doesn't determine it.
///   - sourceLocation: The line that decides the value outside any test.
public func makeError<E: Error & CaseIterable>(
  of type: E.Type = E.self,
  sourceLocation: SourceLocation = #_sourceLocation
) -> E {
  drawn("makeError", at: sourceLocation) { $0.case(of: type, sourceLocation: sourceLocation) }
}

/// Any error of a Swift error type that has a fixture.
///
/// - Parameters:
///   - type: The error's type, if the context doesn't determine it.
///   - sourceLocation: The line that decides the value outside any test.
public func makeError<E: Error & CaseIterable & Fixture>(
  of type: E.Type = E.self,
  sourceLocation: SourceLocation = #_sourceLocation
) -> E {
  drawn("makeError", at: sourceLocation) { $0.any(type) }
}
