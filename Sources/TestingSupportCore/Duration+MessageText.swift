extension Duration {
  /// The duration in seconds, as Dispatch counts it.
  package var timeInterval: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// The duration as a person would say it: "10 seconds", "1 second", "250 milliseconds".
  package var messageText: String {
    let seconds = timeInterval
    return switch abs(seconds) {
    case 0: "0 seconds"
    case 1...: Self.counted(seconds, "second")
    case 0.001...: Self.counted(seconds * 1e3, "millisecond")
    default: Self.counted(seconds * 1e6, "microsecond")
    }
  }

  private static func counted(_ count: Double, _ unit: String) -> String {
    let hundredths = (count * 100).rounded()
    let whole = Int(exactly: hundredths / 100)
    let text = whole.map(String.init) ?? "\(hundredths / 100)"
    return "\(text) \(unit)\(text == "1" ? "" : "s")"
  }
}
