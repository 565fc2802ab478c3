import Sessions
import Testing

@Suite("What a test asks the app for")
struct LaunchOptionsTests {
  @Test("When the app is launched by a person then nothing is asked for")
  func whenLaunchedByPerson_thenNothingIsAskedFor() {
    let sut = LaunchOptions(arguments: ["/path/of/the/app"])

    #expect([sut.usesDoubles, sut.usesTestServer, sut.resetsState] == [false, false, false])
  }

  @Test("When a UI test launches the app then it uses doubles")
  func whenUITestLaunches_thenItUsesDoubles() {
    let sut = LaunchOptions(arguments: ["/path/of/the/app", "--ui-testing"])

    #expect([sut.usesDoubles, sut.usesTestServer, sut.resetsState] == [true, false, false])
  }

  @Test("When an end-to-end test launches the app then it uses the test server and begins anew")
  func whenEndToEndTestLaunches_thenItUsesTestServerAndBeginsAnew() {
    let sut = LaunchOptions(arguments: ["/path/of/the/app", "--e2e-testing", "--reset-state"])

    #expect([sut.usesDoubles, sut.usesTestServer, sut.resetsState] == [false, true, true])
  }
}
