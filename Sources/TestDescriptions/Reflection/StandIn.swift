import Foundation
import TestingSupportCore

/// A value that is more descriptive than another: a dictionary for an `NSDictionary`, fields for a `Calendar`.
package enum StandIn {
  /// The stand-in of a value; `nil` where the value speaks for itself.
  package static func of(_ value: Any) -> Any? {
    let type = type(of: value)
    if typesWithout.withLock({ $0.contains(ObjectIdentifier(type)) }) { return nil }
    let standIn = made(for: value, type)
    if standIn == nil, !isFoundational(type) { typesWithout.withLock { _ = $0.insert(ObjectIdentifier(type)) } }
    return standIn
  }

  /// The types that have none: a test compares many values of few types.
  private static let typesWithout = Locked<Set<ObjectIdentifier>>([])

  private static func isFoundational(_ type: Any.Type) -> Bool {
    type is NSObject.Type || structures.contains(ObjectIdentifier(type))
  }

  private static func made(for value: Any, _ type: Any.Type) -> Any? {
    // By its type and not by a cast: a cast would turn Swift's collections into those of Foundation where it can.
    if let type = type as? NSObject.Type { return object(value, type) }
    guard structures.contains(ObjectIdentifier(type)) else { return nil }
    return structure(value)
  }

  /// The description of a value of a few types, whose own is hard to read.
  package static func text(of value: Any) -> String? {
    switch value {
    case let set as IndexSet where type(of: value) == IndexSet.self:
      "IndexSet(\(set.rangeView.map { "\($0)" }.joined(separator: ", ")))"
    case let range as NSRange where type(of: value) == NSRange.self:
      "\(range.lowerBound)..<\(range.upperBound)"
    case let locale as Locale where type(of: value) == Locale.self:
      "Locale(\(locale.identifier))"
    default: nil
    }
  }

  private static func object(_ value: Any, _ type: NSObject.Type) -> Any? {
    switch type {
    case is NSDictionary.Type: dictionary(value as! NSDictionary)
    case is NSCountedSet.Type: counts(value as! NSCountedSet)
    case is NSSet.Type: Set((value as! NSSet).compactMap { $0 as? AnyHashable })
    case is NSArray.Type: Array(value as! NSArray)
    case is NSOrderedSet.Type: Array(value as! NSOrderedSet)
    case is NSString.Type: String(describing: value as! NSString)
    case is NSAttributedString.Type: attributed(value as! NSAttributedString)
    case is NSError.Type: error(value as! NSError)
    default: counterpart(value, type)
    }
  }

  /// The value type that belongs to a class.
  private static func counterpart(_ value: Any, _ type: NSObject.Type) -> Any? {
    switch type {
    case is NSData.Type: Data(referencing: value as! NSData)
    case is NSDate.Type: Date(timeIntervalSinceReferenceDate: (value as! NSDate).timeIntervalSinceReferenceDate)
    case is NSURL.Type: url(value as! NSURL)
    case is NSUUID.Type: UUID(uuidString: (value as! NSUUID).uuidString)
    case is NSLocale.Type: ((value as! NSLocale).object(forKey: .identifier) as? String).map { Locale(identifier: $0) }
    case is NSTimeZone.Type: TimeZone(identifier: (value as! NSTimeZone).name)
    case is NSIndexPath.Type: indexes(value as! NSIndexPath)
    case is NSIndexSet.Type: indexes(value as! NSIndexSet)
    case is NSURLComponents.Type:
      (value as! NSURLComponents).string.flatMap { URLComponents(string: $0) }.map(components)
    case is NSURLQueryItem.Type: item((value as! NSURLQueryItem).name, (value as! NSURLQueryItem).value)
    case is NSMeasurement.Type: measurement(value as! NSMeasurement)
    case is NSCalendar.Type: calendar((value as! NSCalendar))
    case is NSNotification.Type: notification(value as! NSNotification)
    default: nil
    }
  }

  private static let structures: Set<ObjectIdentifier> = [
    ObjectIdentifier(IndexSet.self), ObjectIdentifier(URLComponents.self), ObjectIdentifier(URLQueryItem.self),
    ObjectIdentifier(AttributedString.self), ObjectIdentifier(Calendar.self), ObjectIdentifier(Notification.self),
    ObjectIdentifier(DateComponents.self), ObjectIdentifier(PersonNameComponents.self),
    ObjectIdentifier(IndexPath.self),
  ]

  private static func structure(_ value: Any) -> Any? {
    switch value {
    case let value as IndexSet: indexes(value)
    case let value as URLComponents: components(value)
    case let value as URLQueryItem: item(value.name, value.value)
    case let value as AttributedString: attributed(value)
    case let value as Calendar: calendar(value)
    case let value as Notification: notification(value.name, value.object, value.userInfo)
    case let value as DateComponents: components(value)
    case let value as PersonNameComponents: components(value)
    case let value as IndexPath: Array(value)
    default: nil
    }
  }
}

// MARK: - Collections

extension StandIn {
  private static func dictionary(_ dictionary: NSDictionary) -> [AnyHashable: Any] {
    var result: [AnyHashable: Any] = [:]
    for (key, value) in dictionary {
      if let key = key as? AnyHashable { result[key] = value }
    }
    return result
  }

  /// How often each element is in the set.
  private static func counts(_ set: NSCountedSet) -> [AnyHashable: Int] {
    var result: [AnyHashable: Int] = [:]
    for element in set {
      if let key = element as? AnyHashable { result[key] = set.count(for: element) }
    }
    return result
  }

  private static let mostIndexes = 1_000

  /// Single numbers, or the ranges of a large set.
  private static func indexes(_ set: IndexSet) -> Any {
    set.count <= mostIndexes ? Set(set) : Set(set.rangeView)
  }

  private static func indexes(_ set: NSIndexSet) -> Any {
    var result = IndexSet()
    set.enumerateRanges { range, _ in result.insert(integersIn: range.lowerBound..<range.upperBound) }
    return result
  }

  private static func indexes(_ path: NSIndexPath) -> [Int] {
    (0..<path.length).map { path.index(atPosition: $0) }
  }
}

// MARK: - Structures

extension StandIn {
  private static func url(_ value: NSURL) -> URL? {
    // Optional or not, depending on the platform.
    let text: String? = value.absoluteString
    return text.flatMap { URL(string: $0) }
  }

  private static func components(_ value: URLComponents) -> NamedFields {
    NamedFields(
      "URLComponents",
      text: value.string,
      [
        "scheme": value.scheme as Any, "user": value.user as Any, "password": value.password as Any,
        "host": value.host as Any, "port": value.port as Any,
        "path": value.path, "queryItems": value.queryItems as Any, "fragment": value.fragment as Any,
      ]
    )
  }

  private static func item(_ name: String, _ value: String?) -> NamedFields {
    NamedFields("URLQueryItem", text: value.map { "\(name)=\($0)" } ?? name, ["name": name, "value": value as Any])
  }

  private static func calendar(_ value: Calendar) -> NamedFields {
    NamedFields(
      "Calendar",
      [
        "identifier": "\(value.identifier)", "locale": value.locale?.identifier as Any,
        "timeZone": value.timeZone.identifier,
        "firstWeekday": value.firstWeekday, "minimumDaysInFirstWeek": value.minimumDaysInFirstWeek,
      ]
    )
  }

  private static func calendar(_ value: NSCalendar) -> NamedFields {
    NamedFields(
      "Calendar",
      [
        "identifier": value.calendarIdentifier.rawValue, "locale": value.locale?.identifier as Any,
        "timeZone": value.timeZone.identifier, "firstWeekday": value.firstWeekday,
        "minimumDaysInFirstWeek": value.minimumDaysInFirstWeek,
      ]
    )
  }

  private static func components(_ value: DateComponents) -> NamedFields {
    NamedFields(
      "DateComponents",
      [
        "calendar": value.calendar as Any, "timeZone": value.timeZone?.identifier as Any, "era": value.era as Any,
        "year": value.year as Any,
        "month": value.month as Any, "day": value.day as Any, "hour": value.hour as Any, "minute": value.minute as Any,
        "second": value.second as Any,
        "nanosecond": value.nanosecond as Any, "weekday": value.weekday as Any,
        "weekdayOrdinal": value.weekdayOrdinal as Any,
        "quarter": value.quarter as Any, "weekOfMonth": value.weekOfMonth as Any, "weekOfYear": value.weekOfYear as Any,
        "yearForWeekOfYear": value.yearForWeekOfYear as Any,
      ]
    )
  }

  private static func components(_ value: PersonNameComponents) -> NamedFields {
    NamedFields(
      "PersonNameComponents",
      [
        "namePrefix": value.namePrefix as Any, "givenName": value.givenName as Any,
        "middleName": value.middleName as Any,
        "familyName": value.familyName as Any, "nameSuffix": value.nameSuffix as Any, "nickname": value.nickname as Any,
      ]
    )
  }

  private static func measurement(_ value: NSMeasurement) -> NamedFields {
    let symbol = value.unit.symbol
    return NamedFields(
      "Measurement",
      text: "\(value.doubleValue) \(symbol)",
      ["value": value.doubleValue, "unit": symbol]
    )
  }

  private static func notification(_ value: NSNotification) -> NamedFields {
    notification(value.name, value.object, value.userInfo)
  }

  private static func notification(_ name: Notification.Name, _ object: Any?, _ userInfo: [AnyHashable: Any]?)
    -> NamedFields
  {
    NamedFields("Notification", ["name": name.rawValue, "object": object as Any, "userInfo": userInfo as Any])
  }

  private static func error(_ value: NSError) -> NamedFields? {
    // A boxed Swift error is more descriptive itself.
    guard !"\(type(of: value))".hasPrefix("__Swift") else { return nil }
    let userInfo = value.userInfo.isEmpty ? nil : value.userInfo
    return NamedFields("NSError", ["domain": value.domain, "code": value.code, "userInfo": userInfo as Any])
  }
}

// MARK: - Attributed text

extension StandIn {
  private static func attributed(_ value: AttributedString) -> NamedFields {
    let runs = value.runs.filter { $0.attributes != AttributeContainer() }.map { run in
      styled(String(value[run.range].characters), "\(run.attributes)")
    }
    return attributed(String(value.characters), runs)
  }

  private static func attributed(_ value: NSAttributedString) -> NamedFields {
    var runs: [NamedFields] = []
    value.enumerateAttributes(in: NSRange(location: 0, length: value.length), options: []) { attributes, range, _ in
      guard !attributes.isEmpty else { return }
      let text = attributes.map { "\($0.key.rawValue) = \($0.value)" }.sorted().joined(separator: ", ")
      runs.append(styled(value.attributedSubstring(from: range).string, text))
    }
    return attributed(value.string, runs)
  }

  private static func styled(_ text: String, _ attributes: String) -> NamedFields {
    let words = attributes.split { $0.isWhitespace || $0 == "{" || $0 == "}" }.joined(separator: " ")
    return NamedFields("Run", text: "\(text.debugDescription): \(words)", ["text": text, "attributes": words])
  }

  private static func attributed(_ text: String, _ runs: [NamedFields]) -> NamedFields {
    NamedFields("AttributedString", text: text.debugDescription, ["text": text, "runs": runs])
  }
}
