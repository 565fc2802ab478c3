import TestDoubles
import Testing
import TestingSupportCore

@Suite("Stream sources")
struct StreamSourceTests {
  @Suite("Delivery")
  struct Delivery {
    @Test("When elements are sent then every subscriber gets them in order, from its subscription on")
    func whenElementsAreSent_thenEverySubscriberGetsThem() async {
      let sut = StreamSource<Int>()
      let first = sut.makeStream()
      sut.send(1)
      let second = sut.makeStream()
      sut.send(2)
      sut.send(3)
      sut.finish()
      #expect(await first.collected() == [1, 2, 3])
      #expect(await second.collected() == [2, 3])
    }

    @Test("When elements carry no value then they are sent without one")
    func whenElementsAreVoid_thenNothingIsPassed() async {
      let sut = StreamSource<Void>()
      let stream = sut.makeStream()
      sut.send()
      sut.finish()
      let line = #_sourceLocation.line + 1
      let issues = await capturingIssues { sut.send() }
      #expect(issues.lines == [line])
      var received: [String] = []
      for await _ in stream { received.append("tap") }
      #expect(received == ["tap"])
    }

    @Test("When a source replays then a new subscriber gets the latest element first")
    func whenSourceReplays_thenNewSubscriberGetsLatest() async {
      let sut = StreamSource<Int>(replaysLatest: true)
      let early = sut.makeStream()
      sut.send(1)
      sut.send(2)
      let late = sut.makeStream()
      sut.send(3)
      sut.finish()
      #expect(await early.collected() == [1, 2, 3])
      #expect(await late.collected() == [2, 3])
      #expect(await sut.makeStream().collected() == [3])
    }

    @Test("When nobody listens then what is sent can be asked for")
    func whenNobodyListens_thenElementsAreKept() async {
      let sut = StreamSource<String>()
      sut.send("a")
      sut.send("b")
      let stream = sut.makeStream()
      sut.send("c")
      sut.finish()
      #expect(sut.unheardElements == ["a", "b"])
      #expect(await stream.collected() == ["c"])
    }

    @Test("When many tasks send at once then all subscribers get all elements in the same order")
    func whenManySend_thenOrderIsTheSame() async {
      let sut = StreamSource<Int>(replaysLatest: true)
      let streams = (1...3).map { _ in sut.makeStream() }
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<8 {
          group.addTask {
            for number in 0..<500 { sut.send(task * 500 + number) }
          }
        }
      }
      sut.finish()
      let received = await [streams[0].collected(), streams[1].collected(), streams[2].collected()]
      #expect(received[0].sorted() == Array(0..<4_000))
      #expect(received[1] == received[0])
      #expect(received[2] == received[0])
    }
  }

  @Suite("The end")
  struct End {
    @Test("When a source has finished then its streams have, also later ones, and finishing again does nothing")
    func whenFinished_thenAllStreamsFinish() async {
      let sut = StreamSource<Int>()
      let stream = sut.makeStream()
      sut.finish()
      sut.finish()
      #expect(await stream.collected() == [])
      #expect(await sut.makeStream().collected() == [])
      #expect(sut.subscriberCount == 0)
      #expect(sut.subscriptionCount == 2)
    }

    @Test("When something is sent after the end then that is an issue at the line that sends")
    func whenSentAfterEnd_thenIssueIsRecorded() async {
      let sut = StreamSource<String>()
      sut.finish()
      let line = #_sourceLocation.line + 1
      let issues = await capturingIssues { sut.send("late") }
      #expect(issues.texts == ["Cannot send \"late\": the stream source has finished"])
      #expect(issues.lines == [line])
    }

    @Test("When a source goes then its streams finish")
    func whenSourceGoes_thenStreamsFinish() async {
      var sut: StreamSource<Int>? = StreamSource<Int>()
      let stream = sut?.makeStream()
      sut?.send(1)
      sut = nil
      #expect(await stream?.collected() == [1])
    }
  }

  @Suite("Subscribers")
  struct Subscribers {
    @Test("When streams are made and let go then the source counts them")
    func whenStreamsAreMadeAndLetGo_thenSourceCounts() {
      let sut = StreamSource<Int>()
      let first = sut.makeStream()
      var second: AsyncStream<Int>? = sut.makeStream()
      #expect(sut.subscriberCount == 2)
      withExtendedLifetime(second) {}
      second = nil
      #expect(sut.subscriberCount == 1)
      #expect(sut.subscriptionCount == 2)
      withExtendedLifetime(first) {}
    }

    @Test("When a subscriber ends then nothing of it is kept, nor of what it was sent")
    func whenSubscriberEnds_thenNothingIsKept() async {
      let sut = StreamSource<Tracked>()
      weak var element: Tracked?
      do {
        let stream = sut.makeStream()
        let sent = Tracked()
        element = sent
        sut.send(sent)
        withExtendedLifetime(stream) {}
      }
      #expect(sut.subscriberCount == 0)
      #expect(element == nil)
    }

    @Test("When a source is no longer used then it goes, although its streams are alive")
    func whenSourceIsUnused_thenItGoes() {
      weak var source: StreamSource<Int>?
      var stream: AsyncStream<Int>?
      do {
        let sut = StreamSource<Int>()
        source = sut
        stream = sut.makeStream()
      }
      #expect(source == nil)
      withExtendedLifetime(stream) {}
    }

    @Test("When subscribers come later then those who wait for them go on")
    func whenSubscribersCome_thenWaitEnds() async {
      let sut = StreamSource<Int>()
      async let waiting: Void = sut.waitForSubscribers(2)
      let streams = [sut.makeStream(), sut.makeStream()]
      await waiting
      #expect(sut.subscriberCount == 2)
      withExtendedLifetime(streams) {}
    }

    @Test("When subscribers do not come then the wait tells how many there are")
    func whenSubscribersDoNotCome_thenIssueIsRecorded() async {
      let sut = StreamSource<Int>()
      let line = #_sourceLocation.line + 1
      let issues = await capturingIssues { await sut.waitForSubscribers(within: .milliseconds(5)) }
      #expect(issues.texts == ["Expected 1 subscriber, but there are 0\nTimed out after 5 milliseconds."])
      #expect(issues.lines == [line])
    }

    @Test("When subscribers came and went then the wait tells that, too")
    func whenSubscribersWent_thenIssueTellsThat() async {
      let sut = StreamSource<Int>()
      let stays = sut.makeStream()
      for _ in 1...2 { _ = sut.makeStream() }
      let issues = await capturingIssues { await sut.waitForSubscribers(2, within: .milliseconds(5)) }
      #expect(
        issues.texts == [
          """
          Expected 2 subscribers, but there is 1
          2 others have unsubscribed.
          Timed out after 5 milliseconds.
          """
        ]
      )
      withExtendedLifetime(stays) {}
    }

    @Test("When a negative number is waited for then that is an issue")
    func whenCountIsNegative_thenIssueIsRecorded() async {
      let sut = StreamSource<Int>()
      let line = #_sourceLocation.line + 1
      let issues = await capturingIssues { await sut.waitForSubscribers(-1) }
      #expect(issues.texts == ["`waitForSubscribers` requires a count of 0 or more, not -1"])
      #expect(issues.lines == [line])
    }

    @Test("When the last subscriber is cancelled then those who wait for that go on")
    func whenLastSubscriberIsCancelled_thenWaitEnds() async {
      let sut = StreamSource<Int>()
      let subscriber = Task { [stream = sut.makeStream()] in
        for await _ in stream {}
      }
      async let waiting: Void = sut.waitUntilUnsubscribed()
      subscriber.cancel()
      await waiting
      #expect(sut.subscriberCount == 0)
      await sut.waitUntilUnsubscribed()
    }

    @Test("When the source ends then those who wait for subscribers to leave go on")
    func whenSourceEnds_thenWaitForLeavingEnds() async {
      let sut = StreamSource<Int>()
      let stream = sut.makeStream()
      async let waiting: Void = sut.waitUntilUnsubscribed()
      sut.finish()
      await waiting
      withExtendedLifetime(stream) {}
    }

    @Test("When subscribers do not leave then the wait tells how many are left")
    func whenSubscribersStay_thenIssueIsRecorded() async {
      let sut = StreamSource<Int>()
      let first = sut.makeStream()
      var line = #_sourceLocation.line + 1
      var issues = await capturingIssues { await sut.waitUntilUnsubscribed(within: .milliseconds(5)) }
      #expect(
        issues.texts == [
          "Expected all subscribers to unsubscribe, but 1 is still subscribed\nTimed out after 5 milliseconds."
        ]
      )
      #expect(issues.lines == [line])
      let second = sut.makeStream()
      line = #_sourceLocation.line + 1
      issues = await capturingIssues { await sut.waitUntilUnsubscribed(within: .milliseconds(5)) }
      #expect(
        issues.texts == [
          "Expected all subscribers to unsubscribe, but 2 are still subscribed\nTimed out after 5 milliseconds."
        ]
      )
      #expect(issues.lines == [line])
      withExtendedLifetime((first, second)) {}
    }
  }
}

// MARK: - Test doubles

private final class Tracked: Sendable {}

extension AsyncStream {
  fileprivate func collected() async -> [Element] { await reduce(into: []) { $0.append($1) } }
}
