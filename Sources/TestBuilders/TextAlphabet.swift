/// The characters of strings in properties, from the plainest to those that break programs.
enum TextAlphabet {
  static let characters: [Character] = usual + unusual

  /// Where the characters begin that break programs, and how many there are.
  static let firstUnusual = usual.count
  static let countOfUnusual = unusual.count

  /// For each character that can be written in another, canonically equivalent form, that form.
  static let equivalents: [Int: Int] = {
    let indices = equivalentPairs.map { pair in pair.map { form in index(of: Character(form)) } }
    return Dictionary(uniqueKeysWithValues: indices.flatMap { [($0[0], $0[1]), ($0[1], $0[0])] })
  }()

  /// Complete strings that are worth trying.
  static let specialTexts: [[Int]] = [
    " ", "\n", "0", "-1", "1.5", "null", "é", "e\u{301}", "👩‍👩‍👧‍👦", "\0", " a ", "%@", "\"", "ß", "\u{301}",
  ].map { text in text.map(index(of:)) }

  /// Where a character stands. Characters that are equal may differ in form, which matters here.
  private static func index(of character: Character) -> Int {
    characters.firstIndex { $0.unicodeScalars.elementsEqual(character.unicodeScalars) } ?? 0
  }

  private static let usual: [Character] =
    Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    + Array(" .,-_/\\'\"<>&%$#@!?:;()[]{}|=+*~^`")

  private static let unusual: [Character] =
    ["\t", "\n", "\r\n", "\r", "\0", "\u{7F}", "\u{A0}", "\u{200B}", "\u{FEFF}", "\u{202E}", "\u{FFFD}", "\u{2028}"]
    + ["ä", "a\u{308}", "é", "e\u{301}", "Å", "\u{212B}", "한", "\u{1112}\u{1161}\u{11AB}"]
    + ["ß", "İ", "ı", "Ω", "Ж", "ק", "ع", "中", "ﬀ", "𝒳", "👍🏽", "👩‍👩‍👧‍👦", "🇦🇹", "\u{301}"]

  private static let equivalentPairs = [
    ["ä", "a\u{308}"], ["é", "e\u{301}"], ["Å", "\u{212B}"], ["한", "\u{1112}\u{1161}\u{11AB}"],
  ]
}
