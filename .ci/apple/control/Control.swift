// Not part of any package: shows that the check can be relied on. A line with a comment has an error on systems before those
// that the comment names, or a warning; no other line has one.
import Foundation
import Testing

final class Executor: SerialExecutor {  // before macos 14, ios 17, tvos 17, watchos 10, visionos 1
  func enqueue(_ job: consuming ExecutorJob) {}  // before macos 14, ios 17, tvos 17, watchos 10, visionos 1
}

func useMembers() async {
  _ = Task<Never, Never>.name  // before macos 26, ios 26, tvos 26, watchos 26, visionos 26
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { _ = Task<Never, Never>.name }
  _ = UUID() < UUID()  // before macos 14, ios 17, tvos 17, watchos 10, visionos 1
}

struct Pack<each Element> {}  // before macos 14, ios 17, tvos 17, watchos 10, visionos 1

@available(macOS 99, iOS 99, tvOS 99, watchOS 99, visionOS 99, *)
func later() {}

@Test func useFutureDeclaration() {
  later()  // before macos 99, ios 99, tvos 99, watchos 99, visionos 99
  #expect(UUID() != UUID())
}

#if canImport(Darwin) && canImport(ObjectiveC)
  func useFutureDeclarationOnApplePlatforms() { later() }  // before macos 99, ios 99, tvos 99, watchos 99, visionos 99
#else
  func useFutureDeclarationElsewhere() { later() }
#endif

// What Foundation does to errors: any of them can be an `NSError`, which has an `==`.
func compare(_ error: any Error) -> Bool {
  error as? any Equatable != nil  // warning
}
