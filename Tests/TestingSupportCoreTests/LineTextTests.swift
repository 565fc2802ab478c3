import Testing
import TestingSupportCore

@Suite("Texts in one line")
struct LineTextTests {
  @Test(
    "When a text is put in a line then it has no line break, and is cut where it is too long",
    arguments: [("", ""), ("abcd", "abcd"), ("abcde", "abc…"), ("a\r\nb", "a\\nb"), ("a\nbc", "a\\n…")]
  )
  func whenPutInLine_thenItHasNoBreak(text: String, line: String) {
    #expect(text.inOneLine(upTo: 4) == line)
  }
}
