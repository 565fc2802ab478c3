import StoreTesting
import Testing
import TestingSupportCore

@MainActor
@Suite("Tests that are not exhaustive")
struct ExhaustivityTests {
  @Suite("What is not asserted")
  @MainActor
  struct NotAsserted {
    @Test("When exhaustivity is off then changes and actions that are not asserted are passed over")
    func whenOff_thenTheRestIsPassedOver() async {
      let sut = makeStore(onStart: .merge((1...5).map { .send(.value($0)) }), exhaustivity: .off)
      await sut.send(.start)
      await sut.receive(.value(3)) { $0.steps = 4 }
      #expect(sut.state.entries == ["start", "value(1)", "value(2)", "value(3)"])
      await sut.send(.again)
      await sut.receive(.value(5)) { $0.steps = 12 }
    }

    @Test("When a closure sets a part of the state then that part has to be right, and no more")
    func whenClosureSetsPart_thenOnlyThatPartCounts() async {
      let sut = makeStore(exhaustivity: .off)
      await sut.send(.start) { $0.steps = 1 }
      await sut.send(.start) { $0.entries = ["start", "start"] }
      await sut.send(.silent) { $0.steps = 2 }
    }

    @Test("When a closure says all in relation to the state before then that holds too")
    func whenClosureIsRelative_thenItHolds() async {
      let sut = makeStore(exhaustivity: .off)
      await sut.send(.start) { $0.log(.start) }
      await sut.send(.start) { $0.log(.start) }
    }

    @Test("When the part that is set is wrong then the test fails with only that part as the difference")
    func whenPartIsWrong_thenTestFails() async throws {
      let sut = makeStore(exhaustivity: .off)
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        await sut.send(.start) { $0.steps = 5 }
      }
      let text = try #require(issues.first).text
      #expect(issues.map(\.line) == [line])
      #expect(text.hasPrefix("The state after `.start` is not as expected (- expected, + actual):\n"))
      #expect(text.contains("steps"))
      #expect(!text.contains("entries:"))
    }

    @Test("When the closure throws then that is a failure")
    func whenClosureThrows_thenTestFails() async {
      let sut = makeStore(exhaustivity: .off)
      let issues = await capturingIssues { await sut.send(.start) { _ in throw CancellationError() } }
      #expect(
        issues.map(\.text) == [
          "The closure that describes the change by `.start` threw an error\nCancellationError()"
        ]
      )
    }

    @Test("When an action never comes then the failure names those that came instead")
    func whenActionNeverComes_thenOthersAreNamed() async {
      let sut = makeStore(onStart: .send(.value(1)), exhaustivity: .off)
      let issues = await capturingIssues {
        await sut.send(.start)
        await sut.receive(.value(2))
      }
      #expect(
        issues.map(\.text) == [
          """
          Expected to receive `.value(2)`, but it did not arrive
          Received instead:
            `.value(1)`
          No effect is running.
          """
        ]
      )
    }
  }

  @Suite("Telling what was passed over")
  @MainActor
  struct Telling {
    @Test("When skipped things are to be shown then they are reported at their lines, and do not fail the test")
    func whenShown_thenSkippedIsReported() async {
      let sut = makeStore(onStart: .merge((1...3).map { .send(.value($0)) }), exhaustivity: .off(showSkipped: true))
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        await sut.send(.start) { $0.steps = 1 }
        await sut.receive(.value(2)) { $0.log(.value(2)) }
        await sut.send(.silent)
      }
      let firstLines = issues.map { $0.text.split(separator: "\n").first.map(String.init) ?? "" }
      #expect(issues.map(\.line) == [line, line + 1, line + 2])
      #expect(
        firstLines == [
          "`.start` changed state that is not asserted (- before, + after):",
          "Skipped 1 received action before `.value(2)`",
          "Skipped 1 received action",
        ]
      )
      #if compiler(>=6.3)
        #expect(issues.allSatisfy { $0.severity == .warning })
      #endif
    }

    @Test("When the end passes over things then they are reported too")
    func whenEndPassesOver_thenItIsReported() async {
      let sut = makeStore(onStart: .merge(.send(.value(1)), .endless), exhaustivity: .off(showSkipped: true))
      let issues = await capturingIssues {
        await sut.send(.start) { $0.log(.start) }
        await sut.skipReceived()
        await sut.skipInFlightEffects()
      }
      #expect(
        issues.map(\.text) == ["Skipped 1 received action\n  `.value(1)`", "Cancelled\n  effect of `.start`"]
      )
    }

    @Test("When a test that is not exhaustive asks for the end then an effect that does not end fails it all the same")
    func whenEndIsAskedFor_thenEffectHasToEnd() async {
      let sut = makeStore(onStart: .merge(.send(.value(1)), .endless), exhaustivity: .off(showSkipped: true))
      var line = 0
      let issues = await capturingIssues {
        await sut.send(.start) { $0.log(.start) }
        line = #line + 1
        await sut.finish(within: .milliseconds(20))
      }
      #expect(issues.map(\.line) == [line, line])
      #expect(issues.first?.text.hasPrefix("Expected every effect to finish, but 1 did not\n") == true)
      #expect(issues.first?.text.contains("\nTimed out after 20 milliseconds.\n") == true)
      #expect(issues.last?.text.hasPrefix("Skipped 1 received action") == true)
    }
  }

  @Suite("Passing over a part of an exhaustive test")
  @MainActor
  struct Skipping {
    @Test("When received actions are skipped then the test goes on from the state they made")
    func whenReceivedIsSkipped_thenTestGoesOn() async {
      let sut = makeStore(onStart: .merge(.send(.value(1)), .send(.value(2))))
      await sut.sendLogged(.start)
      await sut.skipReceived()
      #expect(sut.state.steps == 3)
      await sut.sendLogged(.stop)
    }

    @Test("When an action is still to come then skipping waits for it")
    func whenActionIsToCome_thenSkippingWaits() async {
      let sut = makeStore(
        onStart: .run { send in
          await hop()
          await send(.value(1))
        }
      )
      await sut.sendLogged(.start)
      await sut.skipReceived()
      #expect(sut.state.steps == 2)
    }

    @Test("When there is nothing to skip then that fails the test, unless it may be so")
    func whenThereIsNothingToSkip_thenTestFails() async {
      let sut = makeStore()
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        await sut.skipReceived()
        await sut.skipInFlightEffects()
        await sut.skipReceived(strict: false)
        await sut.skipInFlightEffects(strict: false)
      }
      #expect(issues.map(\.line) == [line, line + 1])
      #expect(
        issues.map(\.text) == ["There is no received action to skip", "There is no effect in flight to skip"]
      )
    }
  }

  @Suite("Asserting the state")
  @MainActor
  struct Asserting {
    @Test("When the state is as the closure says then nothing fails")
    func whenStateIsAsDescribed_thenNothingFails() async {
      let sut = makeStore(exhaustivity: .off)
      await sut.send(.start)
      sut.assert { $0.steps = 1 }
    }

    @Test("When the state is not as the closure says then the difference fails the test at the call")
    func whenStateDiffers_thenTestFails() async throws {
      let sut = makeStore()
      var line = 0
      let issues = await capturingIssues {
        line = #line + 1
        sut.assert { $0.steps = 1 }
        sut.assert { _ in throw CancellationError() }
      }
      #expect(issues.map(\.line) == [line, line + 1])
      #expect(issues.first?.text.hasPrefix("The state is not as expected (- expected, + actual):\n") == true)
      #expect(issues.last?.text.hasPrefix("The closure that describes the state threw an error\n") == true)
    }
  }
}
