import Foundation
import Testing

#if canImport(CoreGraphics)
  import CoreGraphics
#endif

extension UUID: Fixture {
  /// An identifier that no other call in this test gets.
  public static func fixture(_ values: inout FixtureValues) -> UUID { values.uuid() }
}

extension Date: Fixture {
  /// A day and time that no other call in this test gets, a full hour; in a property, any day and time.
  public static func fixture(_ values: inout FixtureValues) -> Date { values.date() }
}

extension URL: Fixture {
  /// A web address that no other call in this test gets; in a property, any address.
  public static func fixture(_ values: inout FixtureValues) -> URL {
    values.source.trial == nil ? values.url() : values.anyURL()
  }
}

extension Data: Fixture {
  /// Eight random bytes; in a property, any number of them.
  public static func fixture(_ values: inout FixtureValues) -> Data {
    values.source.trial == nil ? values.data() : Data(values.array { $0.any(UInt8.self) })
  }
}

extension Decimal: Fixture {
  /// A number that no other call in this test gets, with two digits after the point; in a property, any number, NaN
  /// among them.
  public static func fixture(_ values: inout FixtureValues) -> Decimal {
    guard values.source.trial != nil else { return Decimal(values.int()) / 100 }
    switch values.index(upTo: 2, .even) {
    case 0: return Decimal(values.int(in: -1_000_000_000...1_000_000_000)) / 100
    case 1: return Decimal(values.int(in: Int.min...Int.max)) / 1_000_000_000
    default: return special[Int(values.index(upTo: UInt64(special.count - 1), .each))]
    }
  }

  private static let special: [Decimal] = {
    let greatest = "340282366920938463463374607431768211455e127"
    let texts = ["1", "-1", "0.1", "-0.01", greatest, "-" + greatest, "1e-127"]
    return texts.compactMap { Decimal(string: $0) } + [Decimal(Double.nan)]
  }()
}

#if canImport(CoreGraphics) || !canImport(Darwin)
  extension CGFloat: Fixture {
    /// A number that is exact in binary; in a property, any number, infinities and NaN among them.
    public static func fixture(_ values: inout FixtureValues) -> CGFloat {
      CGFloat(values.any(Double.self))
    }
  }
#endif

extension DateInterval: Fixture {
  /// A time of up to a day.
  public static func fixture(_ values: inout FixtureValues) -> DateInterval {
    DateInterval(start: values.date(), duration: Double(values.int(in: 0...86_400)))
  }
}

extension DateComponents: Fixture {
  /// A day of some year.
  public static func fixture(_ values: inout FixtureValues) -> DateComponents {
    guard values.source.trial == nil else { return values.anyDayComponents() }
    return DateComponents(year: values.int(in: 2000...2099), month: values.int(in: 1...12), day: values.int(in: 1...28))
  }
}
