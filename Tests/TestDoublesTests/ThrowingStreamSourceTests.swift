import TestDoubles
import Testing
import TestingSupportCore

@Suite("Throwing stream sources")
struct ThrowingStreamSourceTests {
  @Test("When a source fails then every subscriber gets the elements before, and the error")
  func whenSourceFails_thenSubscribersCatchError() async {
    let sut = ThrowingStreamSource<Int>(replaysLatest: true)
    let early = sut.makeStream()
    sut.send(1)
    sut.fail(SampleError.offline)
    #expect(await early.collected() == Collected([1], SampleError.offline))
    #expect(await sut.makeStream().collected() == Collected([1], SampleError.offline))
  }

  @Test("When nothing is said of replaying then a late subscriber hears of nothing that was sent before")
  func whenNothingIsReplayed_thenLateSubscriberHearsNothingOld() async {
    let sut = ThrowingStreamSource<Int>()
    let early = sut.makeStream()
    sut.send(1)
    let late = sut.makeStream()
    sut.send(2)
    sut.finish()
    #expect(await early.collected() == Collected([1, 2], nil))
    #expect(await late.collected() == Collected([2], nil))
  }

  @Test("When a source finishes then its subscribers do, without an error")
  func whenSourceFinishes_thenSubscribersDo() async {
    let sut = ThrowingStreamSource<Int>()
    let stream = sut.makeStream()
    sut.send(1)
    sut.finish()
    #expect(await stream.collected() == Collected([1], nil))
  }

  @Test("When a source has ended then sending and failing are issues at their lines")
  func whenSourceHasEnded_thenSendingIsIssue() async {
    let sut = ThrowingStreamSource<Int>()
    sut.finish()
    var line = #_sourceLocation.line + 1
    var issues = await capturingIssues { sut.send(1) }
    #expect(issues.texts == ["Cannot send 1: the stream source has finished"])
    #expect(issues.lines == [line])
    line = #_sourceLocation.line + 1
    issues = await capturingIssues { sut.fail(SampleError.offline) }
    #expect(issues.texts == ["Cannot throw .offline: the stream source has finished"])
    #expect(issues.lines == [line])
  }

  @Test("When subscribers come and go then the source counts them, and can be waited for")
  func whenSubscribersComeAndGo_thenSourceCounts() async {
    let sut = ThrowingStreamSource<Int>()
    sut.send(1)
    do {
      let stream = sut.makeStream()
      await sut.waitForSubscribers()
      #expect(sut.subscriberCount == 1)
      withExtendedLifetime(stream) {}
    }
    await sut.waitUntilUnsubscribed()
    #expect(sut.subscriberCount == 0)
    #expect(sut.subscriptionCount == 1)
    #expect(sut.unheardElements == [1])
  }

  @Test("When elements carry no value then they are sent without one")
  func whenElementsAreVoid_thenNothingIsPassed() async throws {
    let sut = ThrowingStreamSource<Void>()
    let stream = sut.makeStream()
    sut.send()
    sut.finish()
    let line = #_sourceLocation.line + 1
    let issues = await capturingIssues { sut.send() }
    #expect(issues.lines == [line])
    var received: [String] = []
    for try await _ in stream { received.append("tap") }
    #expect(received == ["tap"])
  }

  @Test("When a wait fails then it does so at its own line")
  func whenWaitFails_thenItIsAtItsLine() async {
    let sut = ThrowingStreamSource<Int>()
    var line = #_sourceLocation.line + 1
    #expect(await capturingIssues { await sut.waitForSubscribers(within: .milliseconds(5)) }.lines == [line])
    let stream = sut.makeStream()
    line = #_sourceLocation.line + 1
    #expect(await capturingIssues { await sut.waitUntilUnsubscribed(within: .milliseconds(5)) }.lines == [line])
    withExtendedLifetime(stream) {}
  }
}

// MARK: - Test doubles

private struct Collected: Equatable {
  let elements: [Int]
  let error: SampleError?

  init(_ elements: [Int], _ error: SampleError?) {
    self.elements = elements
    self.error = error
  }
}

extension AsyncThrowingStream<Int, any Error> {
  fileprivate func collected() async -> Collected {
    var elements: [Int] = []
    do {
      for try await element in self { elements.append(element) }
      return Collected(elements, nil)
    } catch {
      return Collected(elements, error as? SampleError)
    }
  }
}
