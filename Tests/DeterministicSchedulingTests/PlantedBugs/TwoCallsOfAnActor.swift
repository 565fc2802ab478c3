extension PlantedBug {
  /// A passenger asks which seats are taken, chooses one and takes it: two calls of an actor, each of them safe.
  ///
  /// Nothing waits inside the actor. The way from one call to the next is where another passenger comes in.
  static let twoCallsOfAnActor = PlantedBug(name: "two calls of an actor") { version in
    let plane = Plane()
    let passengers = ["Ada", "Grace"].map { passenger in
      start(passenger) { await board(plane, passenger, version) }
    }
    for passenger in passengers { await passenger.value }
    return await plane.passengers.count == 2
  }
}

private func board(_ plane: Plane, _ passenger: String, _ version: PlantedBug.Version) async {
  switch version {
  case .buggy:
    let taken = await plane.passengers.keys
    guard let seat = Plane.seats.first(where: { !taken.contains($0) }) else { return }
    await plane.take(seat, for: passenger)
  case .corrected:
    await plane.takeAnySeat(for: passenger)
  }
}

private actor Plane {
  static let seats = ["1A", "1B", "1C"]

  private(set) var passengers: [String: String] = [:]

  func take(_ seat: String, for passenger: String) { passengers[seat] = passenger }

  func takeAnySeat(for passenger: String) {
    guard let seat = Self.seats.first(where: { passengers[$0] == nil }) else { return }
    take(seat, for: passenger)
  }
}
