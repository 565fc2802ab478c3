import TestingSupportCore

/// The duration in words where it is a `Duration`, and as it describes itself where it is of another kind.
func messageText(_ duration: some DurationProtocol) -> String {
  (duration as? Duration)?.messageText ?? String(describing: duration)
}
