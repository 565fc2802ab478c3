import DeterministicScheduling
import Foundation
import FoundationDoubles
import StreamExpectations
import TestAssertions
import Testing

@Suite("Notifications")
struct NotificationTests {
  @Test("When a notification is posted then it is returned")
  func whenNotificationIsPosted_thenItIsReturned() async {
    let center = NotificationCenter()
    let notification = await expectNotification(.didLogOut, from: center) {
      center.post(name: .other, object: nil)
      center.post(name: .didLogOut, object: nil, userInfo: ["reason": "expired"])
      center.post(name: .didLogOut, object: nil)
    }
    #expect(notification?.userInfo?["reason"] as? String == "expired")
  }

  @Test("When a task posts it later then the wait sees it")
  func whenTaskPostsItLater_thenWaitSeesIt() async {
    let center = NotificationCenter()
    let notification = await expectNotification(.didLogOut, from: center) {
      Task.detached { center.post(name: .didLogOut, object: nil) }
    }
    #expect(notification?.name == .didLogOut)
  }

  @MainActor
  @Test("When a main actor test waits then it stays there")
  func whenMainActorTestWaits_thenItStaysThere() async {
    let center = NotificationCenter()
    var isCalled = false
    await expectNotification(.didLogOut, from: center) {
      isCalled = true
      center.post(name: .didLogOut, object: nil)
    }
    #expect(isCalled)
  }

  @Test("When no notification comes then the failure names it, at the caller's line")
  func whenNoNotificationComes_thenFailureNamesIt() async {
    let center = NotificationCenter()
    var line = 0
    let issues = await recordedIssues {
      line = #line + 1
      let notification = await expectNotification(.didLogOut, from: center, within: .milliseconds(1)) {}
      #expect(notification == nil)
    }
    #expect(issues.map(\.sourceLocation?.line) == [line])
    let text = issues.first?.comments.first?.rawValue ?? ""
    #expect(text.hasPrefix("The notification \"didLogOut\" was not posted\n"))
  }

  @Test("When the action throws then the error is thrown")
  func whenActionThrows_thenErrorIsThrown() async {
    await #expect(throws: CancellationError.self) {
      try await expectNotification(.didLogOut, from: NotificationCenter()) { throw CancellationError() }
    }
    await #expect(throws: CancellationError.self) {
      try await expectNoNotification(.didLogOut, from: NotificationCenter()) { throw CancellationError() }
    }
  }

  @Test("When an unexpected notification is posted then the failure says how often", .deterministic)
  func whenUnexpectedNotificationIsPosted_thenFailureSaysHowOften() async {
    let center = NotificationCenter()
    await expectNoNotification(.didLogOut, from: center) { center.post(name: .other, object: nil) }
    var line = 0
    let issues = await recordedIssues {
      line = #line + 1
      await expectNoNotification(.didLogOut, from: center) {
        center.post(name: .didLogOut, object: nil)
        center.post(name: .didLogOut, object: nil)
      }
    }
    #expect(issues.map(\.sourceLocation?.line) == [line])
    #expect(
      issues.map(\.comments) == [
        [
          """
          The notification "didLogOut" was posted, but none was expected
          Posted 2 times, first with [:]
          """
        ]
      ]
    )
  }

  @Test(
    "When the test never becomes idle then expecting none fails at the caller's line",
    .scheduledOnly,
    .deterministic
  )
  func whenTestNeverBecomesIdle_thenExpectingNoneFails() async {
    var line = 0
    let issues = await withWaitLimit(.milliseconds(10)) {
      await recordedIssues {
        // conventions:ignore yielding - a task that yields on and on is the subject
        let busy = Task { while !Task.isCancelled { await Task.yield() } }
        line = #line + 1
        await expectNoNotification(.didLogOut, from: NotificationCenter()) {}
        busy.cancel()
      }
    }
    #expect(issues.map(\.sourceLocation?.line) == [line])
    #expect(issues.first?.sourceLocation?.fileID == #fileID)
    #expect(issues.first?.comments.first?.rawValue.hasPrefix("The test did not become idle within 10 milli") == true)
  }

  @Test("When notifications are read as a stream then each has its value")
  func whenNotificationsAreStream_thenEachHasItsValue() async {
    let center = NotificationCenter()
    let reasons = notifications(.didLogOut, from: center) { $0.userInfo?["reason"] as? String }
    await expect(reasons, delivers: ["expired", nil]) {
      center.post(name: .didLogOut, object: nil, userInfo: ["reason": "expired"])
      center.post(name: .didLogOut, object: nil)
    }
  }
}

// MARK: - Factories

extension Notification.Name {
  fileprivate static let didLogOut = Notification.Name("didLogOut")
  fileprivate static let other = Notification.Name("other")
}
