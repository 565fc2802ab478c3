/// Builds the one line that a failing test shows of a value: its name, what identifies it, and which states it is in.
///
/// Use it for the `testDescription` of a ``TestDescribable`` type. Say what tests compare and leave the rest out: a
/// short identifier rather than a long one, a flag only while it is on, no field that is `nil`.
///
/// ```swift
/// TestDescription("NetworkModel")
///   .id(id)
///   .text(ssid)
///   .field("signal", signal)
///   .flag("connected", isConnected)
///   .flag("🔒", isSecure)
///   .description  // NetworkModel(a1b2c3, "AWiFi", signal: high [connected, 🔒])
/// ```
///
/// What is added appears in the order of the calls, flags last. The description is always a single line: line breaks in
/// what is added become spaces, or `\n` inside quotes.
public struct TestDescription: Sendable, Hashable {
  private var name: String
  private var parts: [String] = []
  private var flags: [String] = []

  /// A description that opens with a name.
  ///
  /// - Parameter name: The name in front of the parentheses. With an empty name the description is that of a tuple.
  public init(_ name: String) {
    self.name = name.onOneLine
  }

  /// A description that opens with the name of a value's type, without its module.
  ///
  /// - Parameter value: The value to describe, usually `self`, or a type.
  public init<Value>(for value: Value) {
    if let fields = value as? NamedFields {
      self.init(fields.typeName)
    } else {
      self.init(String(describing: value as? Any.Type ?? type(of: value as Any)))
    }
  }

  /// Adds what identifies the value: the first six characters of a string or a `UUID`, without quotes.
  ///
  /// Numbers are shown in full. An identifier that wraps another value, such as `struct UserID { let rawValue: UUID }`,
  /// shows the wrapped one.
  ///
  /// - Parameter id: The identifier. Nothing is added for `nil`.
  public func id<ID>(_ id: ID?) -> Self {
    guard let id = unwrapped(id as Any) else { return self }
    return adding(IdentifierText.short(id))
  }

  /// Adds a string in quotes.
  ///
  /// - Parameter text: The text. It is shown in full, with line breaks and quotes escaped. Nothing is added for `nil`.
  public func text<Text: StringProtocol>(_ text: Text?) -> Self {
    guard let text else { return self }
    return adding(String(text).debugDescription)
  }

  /// Adds a value as it describes itself; a string stands there as it is, without quotes.
  ///
  /// - Parameter value: The value. Nothing is added for `nil`.
  public func value<Value>(_ value: Value?) -> Self {
    guard let value = unwrapped(value as Any) else { return self }
    if let text = value as? any StringProtocol { return adding(String(text)) }
    return adding(ValueText.of(value))
  }

  /// Adds a value with its label, `signal: high`, unless the value is `nil`, an empty string or an empty collection.
  ///
  /// - Parameters:
  ///   - label: What the value stands for. With an empty label the value stands alone.
  ///   - value: The value. Strings are quoted; a long string or collection is truncated, with its length.
  public func field<Value>(_ label: String, _ value: Value?) -> Self {
    guard let value = unwrapped(value as Any), !isEmpty(value) else { return self }
    let text = ValueText.of(value)
    let name = label.onOneLine
    return adding(name.isEmpty ? text : "\(name): \(text)")
  }

  /// Adds a state that is listed in square brackets while it is on, and not at all while it is off.
  ///
  /// - Parameters:
  ///   - name: The state's name or symbol.
  ///   - isOn: Whether the value is in that state.
  public func flag(_ name: String, _ isOn: Bool = true) -> Self {
    let flag = name.onOneLine
    guard isOn, !flag.isEmpty else { return self }
    var description = self
    description.flags.append(flag)
    return description
  }

  private func adding(_ part: String) -> Self {
    let part = part.onOneLine
    guard !part.isEmpty else { return self }
    var description = self
    description.parts.append(part)
    return description
  }
}

extension TestDescription: CustomStringConvertible {
  /// The line: `NetworkModel(a1b2c3, "AWiFi" [connected, 🔒])`. A name alone stands without parentheses.
  public var description: String {
    let states = flags.isEmpty ? [] : ["[\(flags.joined(separator: ", "))]"]
    let contents = ([parts.joined(separator: ", ")].filter { !$0.isEmpty } + states).joined(separator: " ")
    return contents.isEmpty && !name.isEmpty ? name : "\(name)(\(contents))"
  }
}

extension String {
  /// The text without line breaks: its lines, trimmed, with a space between them.
  var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return split(whereSeparator: \.isNewline)
      .map { (line: Substring) -> String in
        guard let last = line.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(line[...last].drop(while: \.isWhitespace))
      }
      .filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
