import TestingSupportCore

/// The callers at a ``Gate`` and whether they may pass: its transitions, without any concurrency.
///
/// Every transition returns what is to be done once the lock is released. `Caller` is a continuation in a gate, and
/// anything in a test.
struct GateState<Caller> {
  typealias Ticket = UInt64

  private(set) var isOpen = false
  /// The number of callers that have reached the gate. If it is closed, those that wait at it; if it is open, those
  /// resumed when it opened and all that passed since.
  private(set) var arrivalCount = 0
  private var callers: [(ticket: Ticket, caller: Caller)] = []
  private var cancelledEarly: Set<Ticket> = []
  private var nextTicket: Ticket = 0
  private var arrivalWaiters = ThresholdWaiters()

  var waiterCount: Int { callers.count }

  /// What to do after a caller reaches the gate.
  struct Arrival {
    /// Whether the caller continues immediately, and if so, whether because the gate is open.
    var passesBecauseOpen: Bool?
    var reached: [Waiter] = []
  }

  mutating func takeTicket() -> Ticket {
    defer { nextTicket += 1 }
    return nextTicket
  }

  mutating func arrive(_ ticket: Ticket, _ caller: Caller) -> Arrival {
    let isCancelled = cancelledEarly.remove(ticket) != nil
    if isCancelled, !isOpen { return Arrival(passesBecauseOpen: false) }
    arrivalCount += 1
    if !isOpen { callers.append((ticket, caller)) }
    return Arrival(passesBecauseOpen: isOpen ? true : nil, reached: arrivalWaiters.takeReached(by: arrivalCount))
  }

  /// The caller with this ticket was cancelled, perhaps before it has arrived; returns it if it must be resumed.
  mutating func cancel(_ ticket: Ticket) -> Caller? {
    guard let index = callers.firstIndex(where: { $0.ticket == ticket }) else {
      cancelledEarly.insert(ticket)
      return nil
    }
    arrivalCount -= 1
    return callers.remove(at: index).caller
  }

  /// The caller with this ticket has passed, and can no longer be cancelled.
  mutating func leave(_ ticket: Ticket) {
    cancelledEarly.remove(ticket)
  }

  mutating func open() -> [Caller] {
    isOpen = true
    defer { callers.removeAll() }
    return callers.map(\.caller)
  }

  mutating func close() {
    guard isOpen else { return }
    isOpen = false
    arrivalCount = 0
  }

  mutating func letThrough(_ count: Int) -> [Caller] {
    let passing = callers.prefix(count)
    callers.removeFirst(passing.count)
    arrivalCount -= passing.count
    return passing.map(\.caller)
  }

  /// Whether the number of callers has been reached; if not, `waiter` is signaled when it is.
  mutating func hasReached(_ count: Int, elseAdd waiter: Waiter) -> Bool {
    if arrivalCount >= count { return true }
    arrivalWaiters.add(waiter, for: count)
    return false
  }

  mutating func stopWaiting(_ waiter: Waiter) {
    arrivalWaiters.remove(waiter)
  }
}
