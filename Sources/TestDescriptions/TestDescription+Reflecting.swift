import TestingSupportCore

extension TestDescription {
  /// Describes any value by its fields, with no code at all.
  ///
  /// ```swift
  /// let text = TestDescription(reflecting: network).description
  /// // NetworkModel(a1b2c3, ssid: "AWiFi", signal: high [connected, secure])
  /// ```
  ///
  /// Use it if writing a description isn't worthwhile yet, and for values of types that you don't own. The field named
  /// `id` comes first and is shortened, as is every `UUID`. Closures and fields that are `nil`, empty, or `false` are
  /// omitted; a field that is `true` is listed as a flag, `isConnected` as `connected`. Nested values are described in
  /// the same way, unless they have their own description.
  ///
  /// The line stays short for any value: a collection shows its first eight elements and its count, a value nested more
  /// than five levels deep shows `(…)`, and an object that is met again inside itself ends with `(cycle)`.
  ///
  /// - Note: As with `dump(_:)`, a field that is an `unowned` reference must not outlive its object when it is read.
  ///
  /// - Parameter value: The value to describe. Its own descriptions are not used, so a type can use this initializer to
  ///   implement them.
  public init<Value>(reflecting value: Value) {
    guard let value = unwrapped(value) else {
      self.init("nil")
      return
    }
    if let standIn = StandIn.of(value) {
      self.init(ValueText.of(standIn))
      return
    }
    if SystemType.isTypeOf(value) {
      self.init(ValueText.of(value))
      return
    }
    guard let inside = DescriptionScope.current.beginning(with: value) else {
      self = TestDescription(for: value).value("cycle")
      return
    }
    self = inside.describing { TestDescription(structureOf: value) }
  }

  /// Describes a value by its fields, as part of the current description.
  init(structureOf value: Any) {
    let mirror = Mirror(readable: value)
    switch mirror.displayStyle ?? (mirror.children.isEmpty ? nil : .struct) {
    case .struct, .class:
      let fields = Field.all(of: mirror)
      let named = fields.filter(\.isIdentifier).reduce(TestDescription(for: value)) { $0.id($1.value) }
      self = fields.filter { !$0.isIdentifier }.reduce(named) { $1.added(to: $0) }
    case .tuple:
      self = mirror.children.reduce(TestDescription("")) { $0.adding(payload: $1) }
    case .enum:
      guard let (label, payload) = mirror.children.first else {
        self = TestDescription(CaseName.of(value) ?? "\(type(of: value))")
        return
      }
      let payloadMirror = Mirror(readable: payload)
      let payloads = payloadMirror.displayStyle == .tuple ? payloadMirror.children : Mirror.Children([(nil, payload)])
      self = payloads.reduce(TestDescription(label ?? "")) { $0.adding(payload: $1) }
    case .collection, .set, .dictionary:
      self = TestDescription(CollectionText.of(mirror))
    default:
      self = WellKnownText.of(value).map { TestDescription($0) } ?? TestDescription(for: value)
    }
  }

  /// Adds an element of a tuple or of an enum's payload; it keeps its place, whatever it is.
  private func adding(payload: Mirror.Child) -> Self {
    let text = ValueText.of(payload.value)
    guard let label = payload.label, !label.hasPrefix(".") else { return value(text) }
    return value("\(label): \(text)")
  }
}

/// A stored property, as a description shows it.
private struct Field {
  let label: String
  let value: Any

  /// The fields of a value, those of its superclasses first, without empty ones.
  static func all(of mirror: Mirror) -> [Field] {
    let inherited = mirror.superclassMirror.map(all(of:)) ?? []
    return inherited + mirror.children.compactMap { Field($0) }
  }

  private init?(_ child: Mirror.Child) {
    guard let value = unwrapped(child.value), !isEmpty(value), !isClosure(value) else { return nil }
    label = Self.name(of: child.label ?? "")
    self.value = value
    if label == "$observationRegistrar" || label == "$defaultActor" { return nil }
  }

  var isIdentifier: Bool { label == "id" }

  func added(to description: TestDescription) -> TestDescription {
    if let isOn = value as? Bool { return description.flag(flagName, isOn) }
    if label.isEmpty { return description.value(ValueText.of(value)) }
    return description.field(label, value)
  }

  /// `isConnected` as `connected`.
  private var flagName: String {
    let state = label.dropFirst(2)
    guard label.hasPrefix("is"), let first = state.first, first.isUppercase else { return label }
    return first.lowercased() + state.dropFirst()
  }

  /// The property's name as it was written, without what the compiler puts in front of lazy and wrapped ones.
  private static func name(of label: String) -> String {
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
    return label.hasPrefix("_") ? String(label.dropFirst()) : label
  }
}
