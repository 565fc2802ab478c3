import TestingSupportCore

/// The duration as messages print it if it is a `Duration`, and otherwise its own description.
func messageText(_ duration: some DurationProtocol) -> String {
  (duration as? Duration)?.messageText ?? String(describing: duration)
}
