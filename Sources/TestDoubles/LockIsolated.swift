import TestingSupportCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A value that any task and any thread may read and change: for what a `@Sendable` closure records.
///
/// ```swift
/// let titles = LockIsolated<[String]>([])
/// sut.onTitle = { title in titles.withValue { $0.append(title) } }
/// ```
///
/// Each access is atomic on its own. Combine accesses that belong together in one ``withValue(_:)``: reading ``value``
/// and setting it afterward loses changes that other tasks make in between.
@dynamicMemberLookup
public final class LockIsolated<Value>: Sendable {
  private let state: Locked<Value>
  private let owner = Locked<UInt?>(nil)

  /// Creates a box around a value.
  ///
  /// - Parameter value: What it holds at first. It is handed over: the caller keeps no way to it but this box.
  public init(_ value: consuming sending Value) {
    state = Locked(value)
  }

  /// Changes the value, or reads several parts of it, in one atomic access.
  ///
  /// - Parameter body: Receives exclusive access to the value until it returns. It must not use the same box: that
  ///   would deadlock, so it terminates the process with a message.
  /// - Returns: What `body` returns.
  public func withValue<R, E: Error>(_ body: (inout sending Value) throws(E) -> sending R) throws(E) -> sending R {
    let thread = currentThread()
    if owner.withLock({ $0 == thread }) {
      preconditionFailure("A LockIsolated<\(Value.self)> is used inside its own withValue")
    }
    return try state.withLock { (value: inout sending Value) throws(E) -> sending R in
      owner.withLock { $0 = thread }
      defer { owner.withLock { $0 = nil } }
      return try body(&value)
    }
  }
}

extension LockIsolated {
  /// A copy for a description; `nil` while a task or thread uses the value.
  var copyIfFree: Any? { state.copyIfFree }
}

extension LockIsolated where Value: Sendable {
  /// A copy of the value as it is now.
  public var value: Value { withValue { $0 } }

  /// Replaces the value.
  ///
  /// - Parameter newValue: What the box holds from now on.
  public func setValue(_ newValue: Value) {
    withValue { $0 = newValue }
  }

  /// One part of the value as it is now.
  public subscript<Part: Sendable>(dynamicMember keyPath: KeyPath<Value, Part> & Sendable) -> Part {
    withValue { $0[keyPath: keyPath] }
  }
}

/// A number that no two living threads share.
private func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}
