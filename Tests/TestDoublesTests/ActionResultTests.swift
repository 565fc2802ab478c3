import TestDoubles
import Testing
import TestingSupportCore

@Suite("Action results")
struct ActionResultTests {
  @Suite("Outcomes")
  struct Outcomes {
    @Test("When an outcome is a success then it returns its value")
    func whenSuccess_thenValueIsReturned() throws {
      #expect(try ActionResult<Int, SampleError>.success(42).get() == 42)
    }

    @Test("When an outcome is a failure then it throws its error, with its type")
    func whenFailure_thenErrorIsThrown() {
      let sut = ActionResult<Int, SampleError>.failure(.offline)
      do throws(SampleError) {
        _ = try sut.get()
        Issue.record("Nothing was thrown")
      } catch {  // conventions:ignore do-catch - the error's type is what is asked
        #expect(error == .offline)
      }
    }

    @Test("When nothing is returned and nothing can fail then no value and no try are needed")
    func whenVoidAndNever_thenNeitherValueNorTryIsNeeded() async {
      let sut = ActionResult<Void, Never>.success()
      sut.get()
      await sut.resolve()
    }

    @Test("When results are the same then so are the outcomes, however they are handed over")
    func whenResultsAreSame_thenOutcomesAreEqual() {
      let plain = ActionResult<Int, SampleError>.success(1)
      let held = plain.reportingProgress {}.held(at: Gate())
      #expect(plain == held)
      #expect(Set([plain, held, .failure(.offline), .success(2)]).count == 3)
      #expect("\(held)" == "success(1)")
    }
  }

  @Suite("On the way")
  struct OnTheWay {
    @Test("When progress is reported repeatedly then it runs in order, as often as it is asked for")
    func whenProgressIsReported_thenItRunsInOrder() async throws {
      let log = LockIsolated<[String]>([])
      let sut = ActionResult<Int, SampleError>.success(1)
        .reportingProgress { log.withValue { $0.append("first") } }
        .reportingProgress { log.withValue { $0.append("second") } }
      sut.onProgress()
      _ = try await sut.resolve()
      #expect(log.value == ["first", "second", "first", "second"])
    }

    @Test("When the value alone is asked for then nothing happens on the way")
    func whenValueIsAskedFor_thenNoProgressRuns() throws {
      let log = LockIsolated(0)
      let sut = ActionResult<Int, SampleError>.success(1).reportingProgress { log.withValue { $0 += 1 } }.held(
        at: Gate()
      )
      #expect(try sut.get() == 1)
      #expect(log.value == 0)
    }

    @Test("When a call is held at two gates then it reports progress, and passes one gate after the other")
    func whenHeldAtTwoGates_thenItPassesThemInOrder() async throws {
      let (first, second) = (Gate(), Gate())
      let log = LockIsolated(0)
      let sut = ActionResult<Int, SampleError>.success(1).held(at: first).held(at: second)
        .reportingProgress { log.withValue { $0 += 1 } }
      async let value = sut.resolve()
      await first.waitUntilReached()
      #expect(log.value == 1)
      #expect(second.waiterCount == 0)
      first.open()
      await second.waitUntilReached()
      second.open()
      #expect(try await value == 1)
    }

    @Test("When a held call is cancelled then it ends as was asked for, or else with its ordinary result")
    func whenHeldCallIsCancelled_thenItEndsAsAsked() async throws {
      let gate = Gate()
      let result = ActionResult<Int, SampleError>.success(1)
      let ordinary = Task { try await result.held(at: gate).resolve() }
      let asked = Task { try await result.held(at: gate, whenCancelled: .failure(.offline)).resolve() }
      await gate.waitUntilReached(by: 2)
      ordinary.cancel()
      asked.cancel()
      #expect(try await ordinary.value == 1)
      await #expect(throws: SampleError.offline) { try await asked.value }
    }
  }

  @Suite("Transformations")
  struct Transformations {
    @Test("When an outcome is mapped then only its value changes")
    func whenMapped_thenValueChanges() async throws {
      let log = LockIsolated(0)
      let sut = ActionResult<Int, SampleError>.success(21).reportingProgress { log.withValue { $0 += 1 } }
      #expect(try await sut.map { "\($0 * 2)" }.resolve() == "42")
      #expect(log.value == 1)
      #expect(ActionResult<Int, SampleError>.failure(.offline).map { $0 + 1 } == .failure(.offline))
    }

    @Test("When an error is mapped then its type changes")
    func whenErrorIsMapped_thenTypeChanges() {
      let sut = ActionResult<Int, SampleError>.failure(.offline).mapError { OtherError(cause: $0) }
      #expect(sut == .failure(OtherError(cause: .offline)))
    }

    @Test("When outcomes are chained then progress and gates of both take part, in order")
    func whenChained_thenBothTakePart() async throws {
      let gates = [Gate(), Gate()]
      let log = LockIsolated<[Int]>([])
      let sut = ActionResult<Int, SampleError>.success(1).held(at: gates[0], whenCancelled: .success(2))
        .reportingProgress { log.withValue { $0.append(1) } }
        .flatMap { value in
          .success("\(value)").held(at: gates[1]).reportingProgress { log.withValue { $0.append(2) } }
        }
      async let value = sut.resolve()
      await gates[0].waitUntilReached()
      gates[0].open()
      await gates[1].waitUntilReached()
      gates[1].open()
      #expect(try await value == "1")
      #expect(log.value == [1, 2])
    }

    @Test("When outcomes are chained then the next one is made once")
    func whenChained_thenNextIsMadeOnce() {
      var made = 0
      let sut = ActionResult<Int, SampleError>.success(1).flatMap { value -> ActionResult<Int, SampleError> in
        made += 1
        return .success(value + made)
      }
      #expect(sut == .success(2))
      #expect(made == 1)
    }

    @Test("When a failure is chained then the next call does not take place")
    func whenFailureIsChained_thenNextDoesNotTakePlace() {
      let sut = ActionResult<Int, SampleError>.failure(.offline).flatMap { value -> ActionResult<String, SampleError> in
        Issue.record("Called with \(value)")
        return .success("")
      }
      #expect(sut == .failure(.offline))
    }
  }

  @Suite("In the spy of the guide")
  struct InSpy {
    @Test("When a spy is written by hand then a typed failure passes through it")
    func whenSpyIsWrittenByHand_thenTypedFailurePasses() async {
      let spy = ConnectionSpy()
      spy.connectionResult = .failure(.incorrectCredentials(networkName: "TestWiFi"))
      await #expect(throws: ConnectionError.incorrectCredentials(networkName: "TestWiFi")) {
        try await spy.connect(to: "TestWiFi", password: nil)
      }
      #expect(spy.capturedConnectParameters == [.init(network: "TestWiFi", password: nil)])
    }

    @Test("When a hand-written spy belongs to the main actor then its calls can be held")
    @MainActor func whenSpyIsOnMainActor_thenCallsCanBeHeld() async throws {
      let gate = Gate()
      let spy = MainActorSpy()
      spy.result = .success("loaded").held(at: gate)
      let call = Task { try await spy.load() }
      await gate.waitUntilReached()
      gate.open()
      #expect(try await call.value == "loaded")
    }
  }
}

// MARK: - Test doubles

private struct OtherError: Error, Equatable {
  let cause: SampleError
}

private enum ConnectionError: Error, Equatable {
  case incorrectCredentials(networkName: String)
}

private protocol Connection {
  func connect(to network: String, password: String?) async throws(ConnectionError)
}

private final class ConnectionSpy: Connection {
  struct ConnectParameters: Equatable {
    let network: String
    let password: String?
  }

  var capturedConnectParameters: [ConnectParameters] = []
  var connectionResult: ActionResult<Void, ConnectionError> = .success(())

  func connect(to network: String, password: String?) async throws(ConnectionError) {
    capturedConnectParameters.append(.init(network: network, password: password))
    connectionResult.onProgress()
    try connectionResult.get()
  }
}

@MainActor private final class MainActorSpy {
  // A failure that cannot be sent elsewhere, nor its value: nothing is asked of what a spy gives back.
  var result: ActionResult<String, any Error> = .success("")

  func load() async throws -> String { try await result.resolve() }
}
