import TestDescriptions
import Testing
import TestingSupportCore

/// A value on one line, as a test would describe it, cut where it grows too long.
///
/// Takes no longer for a value with a million parts than for one with a hundred, and ends on a cycle of references.
struct ValueText {
  private(set) var text = ""
  /// Whether something was left out.
  private(set) var isCut = false

  private let limit: Int
  private let usesDescriptions: Bool
  private var remaining: Int
  private var openObjects: [ObjectIdentifier] = []

  private static let deepest = 8
  private static let mostSorted = 64

  /// - Parameter usesDescriptions: `false` shows the fields even of a value that describes itself.
  init(_ value: Any, limit: Int = 200, usesDescriptions: Bool = true) {
    self.limit = limit
    self.usesDescriptions = usesDescriptions
    remaining = limit
    write(value, depth: 0)
  }

  /// A thrown error: some errors, such as those of decoding, have the important part at the end.
  init(error: any Error) {
    self.init(error, limit: 2_000)
  }

  private mutating func append(_ piece: String) {
    if isCut { return }
    let fitting = piece.prefix(remaining)
    text += fitting
    remaining -= fitting.count
    if fitting.endIndex < piece.endIndex {
      text += "…"
      isCut = true
    }
  }

  private mutating func write(_ value: Any, depth: Int) {
    if isCut { return }
    guard depth < Self.deepest else {
      append("…")
      isCut = true
      return
    }
    if let text = (value as? NamedFields)?.text, depth > 0 || usesDescriptions {
      append(text.visible)
    } else if let standIn = StandIn.of(value), !(value is any CustomTestStringConvertible) {
      writeStandIn(standIn, for: value, depth: depth)
    } else if let string = Self.string(in: value) {
      append("\"\(String(string.prefix(limit + 1)).visibleInQuotes)\"")
    } else if let character = value as? Character {
      append("\"\(character.visibleInQuotes)\"")
    } else if let type = value as? Any.Type {
      append(TypeName.of(type))
    } else if let text = StandIn.text(of: value) {
      append(text)
    } else if depth > 0 || usesDescriptions || Redaction.hides(value), let description = Self.ownDescription(of: value)
    {
      append(description)
    } else {
      writeParts(of: value, depth: depth)
    }
  }

  private mutating func writeStandIn(_ standIn: Any, for value: Any, depth: Int) {
    guard depth > 0 || usesDescriptions, let text = StandIn.text(of: value) else { return write(standIn, depth: depth) }
    append(text)
  }

  private static func string(in value: Any) -> String? {
    if let string = value as? String { return string }
    if let string = value as? StaticString { return "\(string)" }
    if let scalar = value as? Unicode.Scalar { return String(scalar) }
    return (value as? Substring).map(String.init)
  }

  /// How the value describes itself, if it cares to; an empty text describes nothing.
  private static func ownDescription(of value: Any) -> String? {
    let description: String? =
      switch Mirror(readable: value).displayStyle {
      case .optional, .collection, .dictionary, .set, .tuple:
        value is any AnyOptional ? nil : (value as? any CustomTestStringConvertible)?.testDescription
      default:
        (value as? any CustomTestStringConvertible)?.testDescription
          ?? (value as? any CustomStringConvertible)?.description
          ?? (value as? any CustomDebugStringConvertible)?.debugDescription
      }
    guard let description, !description.isEmpty else { return nil }
    return description.visible
  }

  private mutating func writeParts(of value: Any, depth: Int) {
    let mirror = Mirror(readable: value)
    switch mirror.displayStyle {
    case .optional:
      writeOptional(mirror.children.first?.value, depth: depth)
    case .collection:
      writeList(mirror.children.lazy.map { (nil, $0.value) }, in: "[", "]", depth: depth)
    case .set:
      writeList(sorted(mirror.children.lazy.map(\.value)).map { (nil, $0) }, in: "[", "]", depth: depth)
    case .dictionary:
      writeEntries(of: mirror, depth: depth)
    case .tuple:
      writeList(mirror.children.lazy.map { (Self.tupleLabel($0.label), $0.value) }, in: "(", ")", depth: depth)
    case .enum:
      writeCase(of: value, mirror, depth: depth)
    case .class:
      writeObject(value as AnyObject, mirror, depth: depth)
    case .struct:
      writeFields(of: value, mirror, depth: depth)
    default:
      writeOther(value, mirror, depth: depth)
    }
  }

  /// What an optional holds stands for it, unless that is `nil` too.
  private mutating func writeOptional(_ wrapped: Any?, depth: Int) {
    guard let wrapped else { return append("nil") }
    let holdsNil = (wrapped as? any AnyOptional)?.holdsNil == true
    if holdsNil { append(".some(") }
    write(wrapped, depth: depth)
    if holdsNil { append(")") }
  }

  private mutating func writeOther(_ value: Any, _ mirror: Mirror, depth: Int) {
    let describesItself = value is any CustomStringConvertible || value is any TextOutputStreamable
    if describesItself || value is Any.Type || LeafTypes.isFunction(type(of: value)) {
      append(String(describing: value).visible)
    } else {
      writeFields(of: value, mirror, depth: depth)
    }
  }

  private static func tupleLabel(_ label: String?) -> String? {
    label.flatMap { $0.hasPrefix(".") ? nil : $0 }
  }

  private mutating func writeEntries(of mirror: Mirror, depth: Int) {
    guard !mirror.children.isEmpty else { return append("[:]") }
    let texts: [String] = mirror.children.prefix(Self.mostSorted + 1).map { entry in
      let keyAndValue = Mirror(readable: entry.value).children
      return keyAndValue.map { ValueText($0.value, limit: remaining).text }.joined(separator: ": ")
    }
    append("[")
    append((texts.count <= Self.mostSorted ? texts.sorted() : texts).joined(separator: ", "))
    append(texts.count <= Self.mostSorted ? "]" : ", …]")
  }

  private func sorted(_ values: some Collection<Any>) -> [Any] {
    guard values.count <= Self.mostSorted else { return Array(values.prefix(limit)) }
    return values.map { ($0, ValueText($0, limit: limit).text) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private mutating func writeCase(of value: Any, _ mirror: Mirror, depth: Int) {
    guard let payload = mirror.children.first else {
      return append(".\((CaseName.of(value) ?? String(describing: value)).visible)")
    }
    append(".\(payload.label ?? "")")
    if Mirror(readable: payload.value).displayStyle == .tuple {
      write(payload.value, depth: depth + 1)
    } else {
      writeList([(nil, payload.value)], in: "(", ")", depth: depth)
    }
  }

  private mutating func writeObject(_ object: AnyObject, _ mirror: Mirror, depth: Int) {
    let id = ObjectIdentifier(object)
    guard !openObjects.contains(id) else { return append("\(type(of: object))(↩︎)") }
    openObjects.append(id)
    writeFields(of: object, mirror, depth: depth)
    openObjects.removeLast()
  }

  private mutating func writeFields(of value: Any, _ mirror: Mirror, depth: Int) {
    guard let fields = value as? NamedFields else {
      append("\(type(of: value))")
      return writeList(Fields(of: mirror).lazy.map { ($0.label, $0.value) }, in: "(", ")", depth: depth)
    }
    append(fields.typeName)
    let shown = fields.fields.filter { ($0.value as? any AnyOptional)?.holdsNil != true }
    writeList(shown.lazy.map { ($0.label, $0.value) }, in: "(", ")", depth: depth)
  }

  private mutating func writeList(
    _ parts: some Sequence<(String?, Any)>,
    in opening: String,
    _ closing: String,
    depth: Int
  ) {
    append(opening)
    var isFirst = true
    for (label, value) in parts {
      if isCut { return }
      if !isFirst { append(", ") }
      isFirst = false
      if let label { append("\(label): ") }
      write(value, depth: depth + 1)
    }
    append(closing)
  }
}
