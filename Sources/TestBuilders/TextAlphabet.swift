/// The characters of the texts that properties are tried with, from the plainest to those that break programs.
enum TextAlphabet {
  static let characters: [Character] =
    Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    + Array(" .,-_/\\'\"<>&%$#@!?:;()[]{}|=+*~^`")
    + ["\t", "\n", "\r\n", "\0", "\u{7F}", "\u{A0}", "\u{200B}", "\u{FEFF}", "\u{202E}", "\u{FFFD}"]
    + ["ä", "e\u{301}", "ß", "İ", "ı", "Ω", "Ж", "ק", "ع", "中", "한", "ﬀ", "𝒳", "👍🏽", "👩‍👩‍👧‍👦", "🇦🇹"]
}
