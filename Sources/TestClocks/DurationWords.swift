import TestingSupportCore

/// The duration in words where it is a `Duration`, and as it describes itself where it is of another kind.
func inWords(_ duration: some DurationProtocol) -> String {
  (duration as? Duration)?.inWords ?? String(describing: duration)
}
