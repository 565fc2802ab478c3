/// A function of the user's, and the line in it, if that is known.
struct CodePlace: Hashable, Sendable {
  let function: FunctionName
  let line: CodeLine?

  /// The place as it follows a verb, such as "in `Feed.load()` at Feed.swift:12".
  var text: String { "in `\(function.text)`" + (line.map { " at \($0.text)" } ?? "") }
}

extension CodePlace {
  /// The first function of the user's among those that continue at these addresses.
  init?(firstWrittenByUserAt addresses: [UInt]) {
    for address in addresses {
      guard let function = FunctionName(at: address), function.isWrittenByUser else { continue }
      self.init(function: function, line: CodeLine(continuingAt: address))
      return
    }
    return nil
  }
}
