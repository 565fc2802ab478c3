import DeterministicScheduling
import TestingSupportCore

/// The virtual time in whole seconds: where the standard library's clocks cannot be made virtual, as under the thread
/// sanitizer, a sleep lacks the instant between its call and its start.
var virtualSeconds: Double? {
  VirtualTime.elapsed?.timeInterval.rounded()
}
