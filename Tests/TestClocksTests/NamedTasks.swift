/// What a failure says of a task with a name, where tasks have names.
func inTask(_ name: String) -> String {
  #if compiler(>=6.2)
    if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return ", task \"\(name)\"" }
  #endif
  return ""
}

/// A task with a name, where tasks have names.
func makeTask(named name: String, _ body: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
  #if compiler(>=6.2)
    Task(name: name, operation: body)
  #else
    Task(operation: body)
  #endif
}
