// conventions:ignore-file count-only - that so many were recorded is what is asked

import Foundation
import NetworkDoubles
import TestAssertions
import TestDoubles
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("An HTTP stub")
struct HTTPStubTests {
  @Suite("replies")
  struct Replies {
    @Test("When a route has a reply then the session gets its status, headers and data")
    func whenRouteHasReply_thenSessionGetsIt() async throws {
      let stub = HTTPStub()
      stub.on("GET", "/items", reply: .json(#"["Milk"]"#, status: 201, headers: ["ETag": "1"]))

      let (data, response) = try await stub.session.data(from: server.appending(path: "items"))

      let http = try #require(response as? HTTPURLResponse)
      #expect(String(decoding: data, as: UTF8.self) == #"["Milk"]"#)
      #expect(http.statusCode == 201)
      #expect(http.value(forHTTPHeaderField: "Content-Type") == "application/json")
      #expect(http.value(forHTTPHeaderField: "ETag") == "1")
      #expect(http.url == server.appending(path: "items"))
    }

    @Test(
      "When a reply is made from text, a value or nothing then its body is that",
      arguments: [
        (HTTPReply.text("Milk"), "Milk"),
        (.data(Data("Milk".utf8)), "Milk"),
        (.status(204), ""),
        (.chunks([Data("Mi".utf8), Data("lk".utf8)]), "Milk"),
        (.chunks([]), ""),
      ]
    )
    func whenReplyIsMade_thenBodyIsThat(reply: HTTPReply, body: String) async throws {
      let stub = HTTPStub()
      stub.on("GET", "/**", reply: reply)

      let (data, _) = try await stub.session.data(from: server)

      #expect(String(decoding: data, as: UTF8.self) == body)
    }

    @Test("When a reply encodes a value then the session gets its JSON")
    func whenReplyEncodesValue_thenSessionGetsJSON() async throws {
      let stub = HTTPStub()
      stub.on("GET", "/**", reply: try .json(encoding: ["name": "Milk"]))

      let (data, _) = try await stub.session.data(from: server)

      #expect(try JSONDecoder().decode([String: String].self, from: data) == ["name": "Milk"])
    }

    @Test("When a reply is a failure then the request throws it")
    func whenReplyIsFailure_thenRequestThrowsIt() async {
      let stub = HTTPStub()
      stub.on("GET", "/**", reply: .failure(.notConnectedToInternet))

      let error = await #expect(throws: URLError.self) { try await stub.session.data(from: server) }

      #expect(error?.code == .notConnectedToInternet)
    }

    @Test("When the connection drops half-way then the request throws")
    func whenConnectionDrops_thenRequestThrows() async {
      let stub = HTTPStub()
      stub.on("GET", "/**", reply: .text("Milk").dropped(afterBytes: 2))

      let error = await #expect(throws: URLError.self) { try await stub.session.data(from: server) }

      #expect(error?.code == .networkConnectionLost)
    }

    @Test("When a reply drops then a delegate has got the bytes before", arguments: [-1, 0, 3, 5, 9])
    func whenReplyDrops_thenDelegateHasBytesBefore(count: Int) async throws {
      let stub = HTTPStub()
      let reply = HTTPReply.chunks([Data("Mi".utf8), Data("lk!".utf8)])
      stub.on("GET", "/**", reply: reply.dropped(afterBytes: count))
      let delegate = DelegateSpy()
      let session = URLSession(configuration: stub.configuration(), delegate: delegate, delegateQueue: nil)
      defer { session.invalidateAndCancel() }

      session.dataTask(with: server).resume()
      await delegate.end.waitForCalls(1)

      #expect(
        delegate.data.calls.map { String(decoding: $0, as: UTF8.self) }.joined()
          == String("Milk!".prefix(max(0, count)))
      )
      #expect(delegate.end.calls == [.networkConnectionLost])
    }

    @Test("When a reply has several chunks then a delegate gets them one by one")
    func whenReplyHasChunks_thenDelegateGetsThemOneByOne() async throws {
      let stub = HTTPStub()
      stub.on("GET", "/**", reply: .chunks([Data("Mi".utf8), Data("lk".utf8)]))
      let delegate = DelegateSpy()
      let session = URLSession(configuration: stub.configuration(), delegate: delegate, delegateQueue: nil)
      defer { session.invalidateAndCancel() }

      session.dataTask(with: server).resume()
      await delegate.end.waitForCalls(1)

      #expect(delegate.data.calls == [Data("Mi".utf8), Data("lk".utf8)])
      #expect(delegate.end.calls == [nil])
    }

    @Test("When a data task has a completion handler then it is called")
    func whenDataTaskHasCompletionHandler_thenItIsCalled() async throws {
      let stub = HTTPStub()
      stub.on("GET", "/**", reply: .text("Milk"))

      let text = try await awaitCallback { done in
        stub.session.dataTask(with: server) { data, _, _ in
          done(data.map { String(decoding: $0, as: UTF8.self) })
        }.resume()
      }

      #expect(text == "Milk")
    }

    @Test("When a reply redirects then the session gets the reply of the target", arguments: [301, 302, 303, 307, 308])
    func whenReplyRedirects_thenSessionGetsReplyOfTarget(status: Int) async throws {
      let stub = HTTPStub()
      stub.on("*", "/old", reply: .redirect(to: "/new", status: status))
      stub.on("*", "/new", reply: .text("Milk"))
      var request = URLRequest(url: server.appending(path: "old"))
      request.httpMethod = "POST"
      request.httpBody = Data("body".utf8)

      let (data, response) = try await stub.session.data(for: request)

      #expect(String(decoding: data, as: UTF8.self) == "Milk")
      #expect(response.url == server.appending(path: "new"))
      #expect(stub.requests.map(\.method) == ["POST", status > 303 ? "POST" : "GET"])
      #expect(stub.requests.map(\.text) == ["body", status > 303 ? "body" : ""])
    }

    @Test("When redirects go in a circle then the request fails")
    func whenRedirectsGoInCircle_thenRequestFails() async {
      let stub = HTTPStub()
      stub.on("GET", "/**", reply: .redirect(to: "/again"))

      let error = await #expect(throws: URLError.self) { try await stub.session.data(from: server) }

      #expect(error?.code == .httpTooManyRedirects)
    }

    #if canImport(FoundationNetworking)
      @Test("When a download is stubbed on Linux then the issue says what to do")
      func whenDownloadIsStubbed_thenIssueSaysWhatToDo() async {
        var line = 0
        let issues = await recordedIssues {
          line = #line + 1
          let stub = HTTPStub()
          stub.on("GET", "/**", reply: .text("Milk"))
          _ = try? await stub.session.download(from: server)
        }

        #expect(issues.map(\.sourceLocation?.line) == [line])
        #expect(
          issues.map(\.comments) == [
            [
              """
              A download cannot be stubbed on Linux
              GET https://a.example
              Load the data with `data(for:)` there, or test the download on an Apple platform.
              """
            ]
          ]
        )
      }
    #else
      @Test("When a download is stubbed then it has the data")
      func whenDownloadIsStubbed_thenItHasData() async throws {
        let stub = HTTPStub()
        stub.on("GET", "/**", reply: .text("Milk"))

        let (file, _) = try await stub.session.download(from: server)

        #expect(try String(contentsOf: file, encoding: .utf8) == "Milk")
      }
    #endif
  }

  @Suite("finds the route")
  struct Routes {
    @Test("When two routes match then the one that was added last replies")
    func whenTwoRoutesMatch_thenLatestReplies() async throws {
      let stub = HTTPStub()
      stub.on("GET", "/**", reply: .text("first"))
      stub.on("GET", "/items", reply: .text("second"))

      let (data, _) = try await stub.session.data(from: server.appending(path: "items"))

      #expect(String(decoding: data, as: UTF8.self) == "second")
    }

    @Test("When a route has several replies then each request gets the next one, and one too many is an issue")
    func whenRouteHasSeveralReplies_thenEachRequestGetsNext() async throws {
      var texts: [String] = []
      var line = 0
      let issues = await recordedIssues {
        line = #line + 1
        let stub = HTTPStub()
        stub.on("GET", "/items", replies: [.text("one"), .text("two")])
        for _ in 1...3 {
          let (data, _) = try await stub.session.data(from: server.appending(path: "items"))
          texts.append(String(decoding: data, as: UTF8.self))
        }
      }

      #expect(texts == ["one", "two", "two"])
      #expect(issues.map(\.sourceLocation?.line) == [line])
      #expect(
        issues.map(\.comments) == [
          [
            """
            A route was requested more often than its 2 replies allow
            GET https://a.example/items
            It got the last reply again.
            Add a reply, or compute replies with a closure.
            """
          ]
        ]
      )
    }

    @Test("When a closure replies then it has the request")
    func whenClosureReplies_thenItHasRequest() async throws {
      let stub = HTTPStub()
      stub.on("POST", "/items/*") { .text("\($0.method) \($0.path) \($0.query["page"] ?? "") \($0.text)") }
      var request = URLRequest(url: try #require(URL(string: "https://a.example/items/7?page=2")))
      request.httpMethod = "POST"
      request.httpBody = Data("body".utf8)

      let (data, _) = try await stub.session.data(for: request)

      #expect(String(decoding: data, as: UTF8.self) == "POST /items/7 2 body")
    }

    @Test("When a closure throws a URL error then the request fails with it")
    func whenClosureThrowsURLError_thenRequestFailsWithIt() async {
      let stub = HTTPStub()
      stub.on("GET", "/**") { _ in throw URLError(.timedOut) }

      let error = await #expect(throws: URLError.self) { try await stub.session.data(from: server) }

      #expect(error?.code == .timedOut)
    }

    @Test("When a closure throws another error then that is an issue, and the request fails")
    func whenClosureThrowsAnotherError_thenThatIsIssue() async {
      struct Refusal: Error {}
      var code: URLError.Code?
      let issues = await recordedIssues {
        let stub = HTTPStub()
        stub.on("GET", "/**") { _ in throw Refusal() }
        do { _ = try await stub.session.data(from: server) } catch { code = (error as? URLError)?.code }
      }

      #expect(code == .badServerResponse)
      #expect(
        issues.map(\.comments) == [
          ["The reply to a request threw Refusal()\nGET https://a.example\nThrow a `URLError` to fail the request."]
        ]
      )
    }

    @Test("When an expectation in a closure fails then it is the test's issue")
    func whenExpectationInClosureFails_thenItIsTestsIssue() async {
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

    @Test("When no route matches then the issue names the request and the routes, and the request fails")
    func whenNoRouteMatches_thenIssueNamesRequestAndRoutes() async {
      var code: URLError.Code?
      var line = 0
      let issues = await recordedIssues {
        line = #line + 1
        let stub = HTTPStub()
        stub.on("GET", "/items", reply: .status(200))
        stub.on("POST", "/items/*", reply: .status(200))
        do {
          _ = try await stub.session.data(from: server.appending(path: "users"))
        } catch {
          code = (error as? URLError)?.code
        }
      }

      #expect(code == .resourceUnavailable)
      #expect(issues.map(\.sourceLocation?.line) == [line])
      #expect(
        issues.map(\.comments) == [
          [
            """
            Unexpected request: GET https://a.example/users
            Routes:
            - GET /items
            - POST /items/*
            Add a route with `stub.on("GET", "/users", reply:)` if the request is expected.
            """
          ]
        ]
      )
    }

    @Test("When there is no route at all then the issue says so")
    func whenThereIsNoRoute_thenIssueSaysSo() async {
      let issues = await recordedIssues {
        let stub = HTTPStub()
        stub.on("GET", "/empty", replies: [])
        _ = try? await HTTPStub().session.data(from: server)
        _ = try? await stub.session.data(from: server.appending(path: "empty"))
      }

      #expect(issues.map { "\($0.comments)".contains("There are no routes.") } == [true, false])
    }

    @Test("When other requests have a closure then it replies where no route matches")
    func whenOtherRequestsHaveClosure_thenItReplies() async throws {
      let stub = HTTPStub()
      stub.on("GET", "/items", reply: .status(200))
      stub.onOtherRequests { _ in .status(418) }

      let (_, response) = try await stub.session.data(from: server)

      #expect((response as? HTTPURLResponse)?.statusCode == 418)
    }

    @Test("When routes were not requested then an issue names them")
    func whenRoutesWereNotRequested_thenIssueNamesThem() async throws {
      let stub = HTTPStub()
      stub.on("GET", "/items", reply: .status(200))
      stub.on("GET", "/users", reply: .status(500))
      stub.on("GET", "/users", reply: .status(200))
      stub.on("PUT", "/users", reply: .status(200))
      _ = try await stub.session.data(from: server.appending(path: "items"))

      var line = 0
      let issues = await recordedIssues {
        line = #line + 1
        stub.expectAllRoutesRequested()
      }

      #expect(issues.map(\.comments) == [["2 routes were never requested\n- GET /users\n- PUT /users"]])
      #expect(issues.map(\.sourceLocation?.line) == [line])
      _ = try await stub.session.data(from: server.appending(path: "users"))
      stub.on("PUT", "/users", replies: [])
    }

    @Test("When every route was requested then there is no issue")
    func whenEveryRouteWasRequested_thenThereIsNoIssue() async throws {
      let stub = HTTPStub()
      stub.on("GET", "/**", reply: .status(200))
      _ = try await stub.session.data(from: server)

      stub.expectAllRoutesRequested()
    }
  }
}

// MARK: - Factories

private let server = URL(string: "https://a.example")!

// MARK: - Test Doubles

private final class DelegateSpy: NSObject, URLSessionDataDelegate {
  let data = FunctionSpy<Data, Void, Never>()
  let end = FunctionSpy<URLError.Code?, Void, Never>()

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    self.data.call(data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    end.call((error as? URLError)?.code)
  }
}
