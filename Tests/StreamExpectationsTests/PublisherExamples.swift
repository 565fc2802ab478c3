#if canImport(Combine)
  import Combine
  import StreamExpectations
  import Testing

  // The code of the article "Testing streams" on publishers, in the same words.

  @Suite("Examples: testing publishers")
  struct PublisherExamples {
    @Test("When a subject sends two values one after the other then a buffer keeps both")
    func whenSubjectSendsTwoValues_thenBufferKeepsBoth() async {
      let titles = PassthroughSubject<String, Never>()
      let values = titles.buffer(size: 100, prefetch: .keepFull, whenFull: .dropOldest).values

      await expect(values, delivers: ["Loading", "Feed"]) {
        titles.send("Loading")
        titles.send("Feed")
      }
    }
  }
#endif
