import Foundation
import Testing

extension UUID: Fixture {
  /// An identifier that no other call in this test gets.
  public static func fixture(_ values: inout FixtureValues) -> UUID { values.uuid() }
}

extension Date: Fixture {
  /// A day and time that no other call in this test gets, a full hour.
  public static func fixture(_ values: inout FixtureValues) -> Date { values.date() }
}

extension URL: Fixture {
  /// A web address that no other call in this test gets.
  public static func fixture(_ values: inout FixtureValues) -> URL { values.url() }
}

extension Data: Fixture {
  /// Eight random bytes; in a property, any number of them.
  public static func fixture(_ values: inout FixtureValues) -> Data {
    values.source.trial == nil ? values.data() : Data(values.array { $0.any(UInt8.self) })
  }
}

extension Decimal: Fixture {
  /// A number that no other call in this test gets, with two digits after the point.
  public static func fixture(_ values: inout FixtureValues) -> Decimal {
    Decimal(values.source.trial == nil ? values.int() : values.int(in: -1_000_000_000...1_000_000_000)) / 100
  }
}

extension DateInterval: Fixture {
  /// A time of up to a day.
  public static func fixture(_ values: inout FixtureValues) -> DateInterval {
    DateInterval(start: values.date(), duration: Double(values.int(in: 0...86_400)))
  }
}

extension DateComponents: Fixture {
  /// A day of some year.
  public static func fixture(_ values: inout FixtureValues) -> DateComponents {
    DateComponents(year: values.int(in: 2000...2099), month: values.int(in: 1...12), day: values.int(in: 1...28))
  }
}
