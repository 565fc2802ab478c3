enum CartAction: Equatable, Sendable {
  case add(String), checkOut, didCheckOut(Int)
}

/// A store with nothing of a reducer, such as an app may have: an object that changes its state, now or later.
@MainActor
final class CartStore {
  struct State: Equatable {
    var lines: [String] = []
    var total: Int?
  }

  var state = State()
  let actions: AsyncStream<CartAction>
  private let source: AsyncStream<CartAction>.Continuation

  init() {
    (actions, source) = AsyncStream.makeStream()
  }

  func send(_ action: CartAction) {
    switch action {
    case .add(let line): state.lines.append(line)
    case .checkOut: Task { await checkOut() }
    case .didCheckOut: break
    }
  }

  func checkOut() async {
    await hop()
    state.total = 9
    source.yield(.didCheckOut(9))
  }

  func endActions() {
    source.finish()
  }
}
