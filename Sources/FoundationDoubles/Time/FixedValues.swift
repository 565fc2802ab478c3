public import Foundation
public import Testing
import TestingSupportCore

extension TimeZone {
  /// Greenwich Mean Time: the same on every machine, without daylight saving time.
  public static var fixed: TimeZone {
    guard let zone = TimeZone(secondsFromGMT: 0) else { preconditionFailure("There is no GMT") }
    return zone
  }
}

extension Locale {
  /// English with the conventions of POSIX: the same on every machine, whatever its user has chosen.
  public static var fixed: Locale { Locale(identifier: "en_US_POSIX") }
}

extension Calendar {
  /// The Gregorian calendar in `TimeZone.fixed` and `Locale.fixed`.
  public static var fixed: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .fixed
    calendar.locale = .fixed
    return calendar
  }
}

extension Date {
  /// Returns the date of a string in ISO 8601 format.
  ///
  /// ```swift
  /// let leapDay = Date.fixed("2024-02-29")
  /// let launch = Date.fixed("2024-02-29T12:30:00Z")
  /// ```
  /// - Parameters:
  ///   - iso8601: A day, or a day and a time with or without fractions of a second. Without a time zone it is GMT.
  ///   - sourceLocation: Where an issue is recorded if the text is no date; the result is then the reference date, the
  ///     first moment of 2001.
  /// - Returns: The date.
  public static func fixed(_ iso8601: String, sourceLocation: SourceLocation = #_sourceLocation) -> Date {
    let formatter = ISO8601DateFormatter()
    formatter.timeZone = .fixed
    let days: ISO8601DateFormatter.Options = [.withFullDate]
    let times: ISO8601DateFormatter.Options = [.withFullDate, .withTime, .withColonSeparatorInTime]
    for text in [iso8601, iso8601 + "Z"] {
      for options in [times.union(.withTimeZone), times.union([.withTimeZone, .withFractionalSeconds])] {
        formatter.formatOptions = options
        if let date = formatter.date(from: text) { return date }
      }
    }
    formatter.formatOptions = days
    if iso8601.count == 10, let date = formatter.date(from: iso8601) { return date }
    recordIssue(
      "\"\(iso8601)\" is not a date in ISO 8601\nWrite it as in `Date.fixed(\"2024-02-29T12:30:00Z\")`.",
      sourceLocation: sourceLocation
    )
    return Date(timeIntervalSinceReferenceDate: 0)
  }
}
