#if canImport(ObjectiveC)
  internal import ObjectiveC
#endif

/// Runs code in an autorelease pool of its own, where there are autorelease pools.
///
/// Whoever looks whether an object is still there must not keep it alive until some pool around it drains.
package func withAutoreleasePool<R>(_ body: () throws -> R) rethrows -> R {
  #if canImport(ObjectiveC)
    try autoreleasepool(invoking: body)
  #else
    try body()
  #endif
}
