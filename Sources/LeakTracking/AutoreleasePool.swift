#if canImport(ObjectiveC)
  internal import ObjectiveC
#endif

/// Runs code in its own autorelease pool, on platforms with autorelease pools.
///
/// Checking whether an object is alive must not keep it alive until an outer pool drains.
package func withAutoreleasePool<R>(_ body: () throws -> R) rethrows -> R {
  #if canImport(ObjectiveC)
    try autoreleasepool(invoking: body)
  #else
    try body()
  #endif
}
