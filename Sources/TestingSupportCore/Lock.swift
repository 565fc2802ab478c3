#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A lock without a value, for code that is inlined into other packages. Everything else uses ``Locked``.
// Sendable: the mutex never changes, and is made for use by several threads.
@usableFromInline
package final class Lock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  @usableFromInline
  package func lock() { pthread_mutex_lock(mutex) }

  @usableFromInline
  package func unlock() { pthread_mutex_unlock(mutex) }
}
