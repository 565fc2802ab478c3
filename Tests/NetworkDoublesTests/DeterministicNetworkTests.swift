// conventions:ignore-file count-only - that so many were recorded is what is asked

import DeterministicScheduling
import Foundation
import NetworkDoubles
import TestAssertions
import TestDoubles
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("An HTTP stub in a deterministic test", .deterministic)
struct DeterministicNetworkTests {
  @Test("When a request is sent then it is replied to")
  func whenRequestIsSent_thenItIsRepliedTo() async throws {
    let stub = HTTPStub()
    stub.on("GET", "/**", reply: .text("Milk"))

    let (data, _) = try await stub.session.data(from: server)

    #expect(String(decoding: data, as: UTF8.self) == "Milk")
  }

  @Test("When a reply is delayed then the delay is virtual", .enabled(if: DeterministicSupport.current == .exact))
  func whenReplyIsDelayed_thenDelayIsVirtual() async throws {
    let stub = HTTPStub()
    stub.on("GET", "/**", reply: .text("Milk").delayed(by: .seconds(3600)))

    _ = try await stub.session.data(from: server)

    #expect(try #require(VirtualTime.elapsed) >= .seconds(3600))
  }

  @Test("When a reply is held at a gate then the test can look at the request")
  func whenReplyIsHeld_thenTestCanLookAtRequest() async throws {
    let stub = HTTPStub()
    let gate = Gate()
    stub.on("GET", "/items", reply: .text("Milk").held(at: gate))

    async let loading = stub.session.data(from: server.appending(path: "items"))
    await stub.waitForRequests()
    #expect(stub.requests.map(\.path) == ["/items"])
    gate.open()

    _ = try await loading
  }

  @Test("When a test says how long it waits for the outside then the stub waits that long", .exactOnly)
  func whenTestSaysHowLongItWaits_thenStubWaitsThatLong() async throws {
    var line = 0
    let issues = await recordedIssues {
      try await withDeterministicScheduling(outside: .milliseconds(20)) {
        line = #line + 1
        await HTTPStub().waitForRequests()
      }
    }
    #expect(
      issues.map(\.comments) == [
        [
          """
          Expected 1 request, but none arrived
          No task in this test can make progress, and nothing outside the test resumed one within 20 milliseconds.
          Pass a longer `outside:` limit if the event takes longer.
          """
        ]
      ]
    )
    #expect(issues.first?.sourceLocation?.line == line)
  }

  @Test("When a test has a wait limit then the stub waits that long, and the failure names the limit", .exactOnly)
  func whenTestHasWaitLimit_thenStubWaitsThatLong() async {
    let issues = await recordedIssues { await withWaitLimit(.milliseconds(20)) { await HTTPStub().waitForRequests() } }
    #expect(
      issues.map(\.comments) == [
        [
          """
          Expected 1 request, but none arrived
          No task in this test can make progress, and nothing outside the test resumed one within 20 milliseconds.
          Pass `within:`, or set a longer wait limit, if the event takes longer.
          """
        ]
      ]
    )
  }

  @Test("When a reply's closure fails an expectation then it is this test's issue")
  func whenClosureFailsExpectation_thenItIsThisTestsIssue() async {
    let issues = await recordedIssues {
      let stub = HTTPStub()
      stub.on("GET", "/**") { request in
        #expect(request.method == "POST")
        return .status(200)
      }
      _ = try await stub.session.data(from: server)
    }

    #expect(issues.count == 1)
  }

  @MainActor
  @Test("When the main actor asks then the reply comes there")
  func whenMainActorAsks_thenReplyComesThere() async throws {
    let stub = HTTPStub()
    stub.on("GET", "/**", reply: .text("Milk"))

    _ = try await stub.session.data(from: server)

    MainActor.assertIsolated()
  }
}

// MARK: - Factories

private let server = URL(string: "https://a.example")!
