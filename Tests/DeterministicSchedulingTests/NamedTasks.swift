/// How a message calls a task that was started by ``start(_:_:)``: by its name, where tasks have names.
///
/// - Parameters:
///   - number: How many tasks the test had started, with this one.
///   - name: Its name.
func title(ofTask number: Int, named name: String) -> String {
  #if compiler(>=6.2)
    if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return "\"\(name)\"" }
  #endif
  return "unnamed task \(number)"
}
