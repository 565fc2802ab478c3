internal import Testing

extension Error {
  /// Whether this is the error by which `Test.cancel()` ends the code that called it.
  ///
  /// The test has been cancelled by then, and reports why. The error's type is not public.
  package var cancelsTest: Bool {
    #if compiler(>=6.3)
      Task.isCancelled && String(reflecting: type(of: self)) == "Testing.SkipInfo"
    #else
      false
    #endif
  }
}
