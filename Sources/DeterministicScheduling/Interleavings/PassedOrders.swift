import Foundation
internal import Testing

/// What a test that has passed in every order reports, if requested by the environment.
struct PassedOrders {
  static let isReported = ProcessInfo.processInfo.environment["TESTING_SUPPORT_VERBOSE"] == "1"

  let count: Int
  /// Whether the test has no other order.
  let isAll: Bool

  var text: String {
    switch (isAll, count) {
    case (true, 1): "The test passed in its only order."
    case (true, _): "The test passed in all \(count) orders."
    case (false, _): "The test passed in \(count) \(count == 1 ? "order" : "orders"); it may have others."
    }
  }

  /// Attaches the text to the test if attachments are supported, and otherwise prints it.
  func record(for test: Test) {
    #if compiler(>=6.2)
      Attachment.record(Attachment("\(text)\n", named: "interleavings.txt"), sourceLocation: test.sourceLocation)
    #else
      print("◇ \(test.displayName ?? test.name): \(text)")
    #endif
  }
}
