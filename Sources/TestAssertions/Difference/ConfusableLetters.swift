/// Explains strings that differ but look the same: a Cyrillic "а" instead of a Latin "a", a dash instead of a hyphen.
enum ConfusableLetters {
  /// The explanation for several strings, of which only some look like one of the others.
  static func notes(expected: [String], actual: [String]) -> [String] {
    guard (expected + actual).contains(where: hasForeign) else { return [] }
    let notes = actual.flatMap { actual in
      expected.lazy.compactMap { note(between: $0, and: actual) }.prefix(1)
    }
    return Array(notes.prefix(mostNotes))
  }

  private static let mostNotes = 3

  private static func hasForeign(_ text: String) -> Bool { text.utf8.contains { $0 > 0x7f } }

  /// Names the first characters that differ, if the words that they are in look the same.
  private static func note(between expected: String, and actual: String) -> String? {
    guard expected != actual, hasForeign(expected) || hasForeign(actual) else { return nil }
    let pair = zip(expected, actual).first { $0 != $1 }
    guard let pair, skeleton(pair.0) == skeleton(pair.1) else { return nil }
    return "these only look alike: \(name(pair.0)) and \(name(pair.1))"
  }

  private static func name(_ character: Character) -> String {
    let scalars = character.unicodeScalars.map { scalar in
      let code = String(scalar.value, radix: 16, uppercase: true)
      let number = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
      return scalar.properties.name.map { "\(number) \($0)" } ?? number
    }
    return "\"\(character.visible)\" (\(scalars.joined(separator: ", ")))"
  }

  /// The character that represents all lookalikes of this one.
  private static func skeleton(_ character: Character) -> Character {
    if let known = lookalikes[character] { return known }
    // The wide forms of Latin letters, digits and signs.
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
      (0xff01...0xff5e).contains(scalar.value), let narrow = Unicode.Scalar(scalar.value - 0xfee0)
    else { return character }
    return Character(narrow)
  }

  private static let lookalikes: [Character: Character] = {
    let rows: [Character: String] = [
      "A": "АΑ", "B": "ВΒ", "C": "СϹ", "E": "ЕΕ", "F": "Ϝ", "H": "НΗ", "I": "ІΙӀ", "J": "ЈͿ", "K": "КΚK", "M": "МΜ",
      "N": "Ν", "O": "ОΟ", "P": "РΡ", "S": "Ѕ", "T": "ТΤ", "X": "ХΧ", "Y": "ҮΥ", "Z": "Ζ",
      "a": "аα", "c": "сϲ", "d": "ԁ", "e": "е", "h": "һ", "i": "іι", "j": "јϳ", "l": "ӏ", "o": "оο", "p": "рρ",
      "q": "ԛ",
      "s": "ѕ", "u": "υ", "v": "νѵ", "w": "ԝω", "x": "х", "y": "уγ", "-": "‐‑‒–—−", "'": "‘’ʼ′", "\"": "“”″", "~": "∼",
      "/": "⁄∕", ":": "∶", "*": "∗", "|": "∣", ".": "․",
    ]
    return rows.reduce(into: [:]) { table, row in
      for lookalike in row.value { table[lookalike] = row.key }
    }
  }()
}
