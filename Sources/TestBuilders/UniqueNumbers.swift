/// Numbers that look random, are short, and are never the same for two different serial numbers.
///
/// The serial numbers 0 to 8999 are spread over the numbers of four digits, the next 90,000 over those of five, and so
/// on. Within one length a serial number is multiplied, modulo the count of such numbers, by a factor prime to that
/// count, which reaches each exactly once.
struct UniqueNumbers: Sendable {
  private let key: UInt64

  init(key: UInt64) {
    self.key = key
  }

  /// A decimal number for the given serial number: 1000 to 9999 at first.
  func number(_ serial: UInt64) -> UInt64 {
    var lowest: UInt64 = 1000
    var offset = serial
    while offset >= lowest &* 9, lowest < 1_000_000_000_000_000_000 {
      offset &-= lowest &* 9
      lowest &*= 10
    }
    return lowest &+ scatter(offset, over: lowest &* 9)
  }

  /// A hexadecimal code for the given serial number: 0000 to ffff at first.
  func code(_ serial: UInt64) -> (value: UInt64, digits: Int) {
    var digits = 4
    var offset = serial
    while digits < 15, offset >= 1 << (4 * digits) {
      offset &-= 1 << (4 * digits)
      digits += 1
    }
    return (scatter(offset, over: 1 << (4 * digits)), digits)
  }

  /// The place of a serial number among `count` numbers; `count` has no prime factors but 2, 3 and 5.
  func scatter(_ serial: UInt64, over count: UInt64) -> UInt64 {
    let share = Double(key &>> 32) / 4_294_967_296
    // Steps of about a third of the way keep neighbours apart, and neither rising nor falling.
    var factor = UInt64(Double(count) * (0.3 + 0.1 * share)) | 1
    while factor % 3 == 0 || factor % 5 == 0 { factor &+= 2 }
    let product = Self.product(serial % count, factor, modulo: count)
    let shift = key % count
    return product >= count &- shift ? product &- (count &- shift) : product &+ shift
  }

  private static func product(_ first: UInt64, _ second: UInt64, modulo count: UInt64) -> UInt64 {
    if count <= 1 << 32 { return first &* second % count }
    return count.dividingFullWidth(first.multipliedFullWidth(by: second)).remainder
  }
}
