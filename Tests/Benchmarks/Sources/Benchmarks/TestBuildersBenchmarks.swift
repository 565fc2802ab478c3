import Foundation
import TestBuilders

/// Fixtures against values that are made by hand.
enum TestBuildersBenchmarks {
  static let all = [
    Benchmark("10,000 fixtures of five fields", baseline: "the bare initialiser", limit: 100, operations: 10_000) {
      var values = FixtureValues(seed: 1)
      for _ in 0..<10_000 { keep(values.any(Order.self)) }
    } against: {
      for number in 0..<10_000 { keep(Order(bare: number)) }
    },
    Benchmark("a list of 10,000 fixtures", baseline: "the bare initialiser", limit: 200, operations: 10_000) {
      keep(Order.fixtures(10_000))
    } against: {
      for number in 0..<10_000 { keep(Order(bare: number)) }
    },
    Benchmark(
      "a list of 1,000,000 fixtures",
      baseline: "the bare initialiser",
      limit: 200,
      operations: 1_000_000,
      rounds: 3
    ) {
      keep(Order.fixtures(1_000_000))
    } against: {
      for number in 0..<1_000_000 { keep(Order(bare: number)) }
    },
    Benchmark("1000 single fixtures", baseline: "the bare initialiser", limit: 300, operations: 1000) {
      for _ in 0..<1000 { keep(Order.fixture) }
    } against: {
      for number in 0..<1000 { keep(Order(bare: number)) }
    },
    Benchmark("set two properties", baseline: "assign them", limit: 100, operations: 1000) {
      let order = Order(bare: 1)
      for number in 0..<1000 { keep(Builder(order).count(number).isPaid(true).build()) }
    } against: {
      let order = Order(bare: 1)
      for number in 0..<1000 {
        var changed = order
        changed.count = number
        changed.isPaid = true
        keep(changed)
      }
    },
  ]
}

private struct Order: Fixture, Identifiable {
  var id: UUID
  var name: String
  var count: Int
  var isPaid: Bool
  var date: Date

  static func fixture(_ values: inout FixtureValues) -> Order {
    Order(
      id: values.any(),
      name: values.any(),
      count: values.int(in: 1...100),
      isPaid: values.any(),
      date: values.any()
    )
  }
}

extension Order {
  init(bare number: Int) {
    let byte = UInt8(truncatingIfNeeded: number)
    self.init(
      id: UUID(uuid: (byte, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
      name: "order-1",
      count: number,
      isPaid: true,
      date: Date(timeIntervalSince1970: Double(number))
    )
  }
}
