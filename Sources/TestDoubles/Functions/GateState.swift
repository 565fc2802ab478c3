import TestingSupportCore

/// Who waits at a gate and who may pass: the transitions of a ``Gate``, without any concurrency.
///
/// Every transition returns what is to be done once the lock is released. `Caller` is a continuation in a gate, and
/// anything in a test.
struct GateState<Caller> {
  typealias Ticket = UInt64

  private(set) var isOpen = false
  /// How many callers have reached the gate: those that wait at it while it is closed; while it is open, those that it
  /// let go when it opened and all that passed since.
  private(set) var arrivalCount = 0
  private var callers: [(ticket: Ticket, caller: Caller)] = []
  private var cancelledEarly: Set<Ticket> = []
  private var nextTicket: Ticket = 0
  private var arrivalWaiters = CountWaiters()

  var waiterCount: Int { callers.count }

  /// What is to be done after a caller has come to the gate.
  struct Arrival {
    /// Whether the caller goes on at once, and if so whether because the gate is open.
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

  /// The caller with this ticket is through, and cannot be cancelled any more.
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

  /// Whether that many callers are here; if not, `waiter` is signaled when they are.
  mutating func hasReached(_ count: Int, elseAdd waiter: Waiter) -> Bool {
    if arrivalCount >= count { return true }
    arrivalWaiters.add(waiter, for: count)
    return false
  }

  mutating func stopWaiting(_ waiter: Waiter) {
    arrivalWaiters.remove(waiter)
  }
}
