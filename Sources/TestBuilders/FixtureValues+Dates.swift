import Foundation

extension FixtureValues {
  /// Any day and time, for the trials of a property: of all seconds and parts of them in a few lifetimes, and of those
  /// days and times at which calendars are known to fail.
  mutating func anyDate() -> Date {
    let seconds: ClosedRange<Int64> = -4_000_000_000...4_000_000_000
    source.trial?.suggest(Date.special.count) { [3, UInt64($0)] }
    switch index(upTo: 3, .even) {
    case 0: return Date(secondsIn2024: Double(int(in: seconds)))
    case 1: return Date(secondsIn2024: Double(int(in: seconds)) + Double(int(in: 1...1023)) / 1024)
    case 2: return Date(secondsIn2024: 86_400 * Double(leapDay()) + Double(int(in: 0...86_399)))
    default: return Date.special[Int(index(upTo: UInt64(Date.special.count - 1), .each))]
    }
  }

  /// A day for the trials of a property.
  mutating func anyDayComponents() -> DateComponents {
    if index(upTo: 2, .even) == 2 {
      let years = [2024, 2000, 1600, 1972, 2096]
      return DateComponents(year: years[Int(index(upTo: UInt64(years.count - 1), .each))], month: 2, day: 29)
    }
    let (year, month) = (int(in: 1900...2199), int(in: 1...12))
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return DateComponents(year: year, month: month, day: int(in: 1...days[month - 1]))
  }

  /// The 29th of February of a year from 1904 to 2096, in days since 2024 began.
  private mutating func leapDay() -> Int {
    59 + 1461 * int(in: -30...18)
  }
}

extension Date {
  /// A time by its distance from the beginning of 2024, in universal time.
  init(secondsIn2024 seconds: Double) {
    self.init(timeIntervalSinceReferenceDate: 725_760_000 + seconds)
  }

  /// Epochs, the ends of what is representable, ends of years, and hours that a change of clocks repeats or skips.
  fileprivate static let special: [Date] = [
    Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: -1), Date(timeIntervalSince1970: -0.5),
    Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSince1970: 2_147_483_647),
    Date(timeIntervalSince1970: 2_147_483_648), .distantPast, .distantFuture, Date(secondsIn2024: -1),
    Date(secondsIn2024: 31_622_399), Date(timeIntervalSince1970: 1_711_846_800),
    Date(timeIntervalSince1970: 1_729_990_800), Date(timeIntervalSince1970: 1_710_064_800),
    Date(timeIntervalSince1970: 1_730_613_600), Date(timeIntervalSince1970: -2_203_891_200),
  ]
}
