/// Bytes, as `Data` and buffers hold them, shown around the first that differs.
struct ByteText: Equatable {
  private let bytes: [UInt8]

  private static let lead = 4
  private static let width = 16

  init?(_ value: Any) {
    // A collection has an end, and can be read again.
    guard let bytes = value as? any Collection<UInt8> else { return nil }
    self.bytes = Array(bytes)
  }

  func lines(comparedWith actual: ByteText) -> [DifferenceEntry.Line] {
    let first = zip(bytes, actual.bytes).enumerated().first { $1.0 != $1.1 }?.offset
    let offset = first ?? min(bytes.count, actual.bytes.count)
    let start = max(0, offset - Self.lead)
    return [
      .note("the first difference is at byte \(offset.grouped)"),
      .expected(text(from: start)),
      .actual(actual.text(from: start)),
    ]
  }

  private func text(from start: Int) -> String {
    let shown = bytes[start...].prefix(Self.width)
    let digits = shown.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    let text = (start > 0 ? "… " : "") + digits + (shown.endIndex < bytes.count ? " …" : "")
    return "\(bytes.count.grouped) byte\(bytes.count == 1 ? "" : "s"): \(text)"
  }
}
