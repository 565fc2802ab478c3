// flags: -import-underlying-module
// What Swift adds to the Objective-C runtime.
@_exported import ObjectiveC

public struct Selector: Hashable, ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {}
}

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
