#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// A value behind one lock, held only for the length of a transition.
///
/// Do not call out of the closure given to ``withLock(_:)``: no continuation is resumed, no user's closure called and
/// no issue recorded while the lock is held. Return what is to be done, and do it after.
///
/// A pthread mutex rather than `Synchronization.Mutex`: the latter needs newer systems than the package supports, and
/// the thread sanitizer does not see through it on Linux.
///
/// Public, though no product exports it: only what is public is specialized in other modules.
///
/// Sendable: the value is read and written only between lock and unlock, and enters and leaves as `sending`.
public final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // In memory of its own: the runtime checks each access to a stored variable of a class.
  @usableFromInline let value: UnsafeMutablePointer<Value>

  /// Creates a lock around a value.
  public init(_ value: consuming sending Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Calls a closure with the value while the lock is held.
  @inlinable
  public func withLock<R, E: Error>(_ body: (inout sending Value) throws(E) -> sending R) throws(E) -> sending R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}

/// For a value that cannot enter as `sending`, and stands beside the lock.
extension Locked where Value == Void {
  /// Waits for the lock, and keeps it until ``unlock()``.
  @inlinable
  public func lock() { pthread_mutex_lock(mutex) }

  /// Gives the lock back.
  @inlinable
  public func unlock() { pthread_mutex_unlock(mutex) }
}

/// The value behind a lock, for code that inspects objects without knowing their types.
package protocol LockedObject: AnyObject {
  /// A copy of the value; `nil` while the lock is held.
  var copyIfFree: Any? { get }
}

extension Locked: LockedObject {
  package var copyIfFree: Any? {
    guard pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { pthread_mutex_unlock(mutex) }
    return value.pointee
  }
}
