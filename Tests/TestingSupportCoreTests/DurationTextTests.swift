import Testing
import TestingSupportCore

@Suite("Durations in words")
struct DurationTextTests {
  @Test(
    "When a duration is reported in words then it has the largest fitting unit",
    arguments: [
      (Duration.zero, "0 seconds"), (.seconds(1), "1 second"), (.seconds(10), "10 seconds"),
      (.milliseconds(1500), "1.5 seconds"), (.milliseconds(1), "1 millisecond"),
      (.microseconds(250), "250 microseconds"),
      (.seconds(-2), "-2 seconds"), (.milliseconds(1234), "1.23 seconds"), (.nanoseconds(1), "0 microseconds"),
      (.seconds(Int64.max), "9.223372036854776e+18 seconds"),
    ]
  )
  func whenDurationIsTold_thenItHasLargestFittingUnit(duration: Duration, text: String) {
    #expect(duration.messageText == text)
  }
}
