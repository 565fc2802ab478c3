import Testing
import TestingSupport
import WiFi

@Suite("Readable networks")
struct NetworkModelDescriptionTests {
  @Test("When a row differs in one state then the failure shows the name and that state")
  func whenRowDiffersInState_thenFailureShowsNameAndState() async {
    let row = makeRow(isSecure: true)

    let issues = await recordedIssues {
      #expect(row == row.with(\.isSelected, true))
    }

    #expect(issues.first?.description.contains(#"NetworkModel(a1b2c3, "AWiFi" [selected, 🔒])"#) == true)
  }

  @Test("When no state holds then only the identity is described")
  func whenNoStateHolds_thenOnlyIdentityIsDescribed() {
    #expect(makeRow(isSecure: false).testDescription == #"NetworkModel(a1b2c3, "AWiFi")"#)
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeRow(isSecure: Bool) -> NetworkModel {
  makeNetwork(id: "a1b2c3d4-e5f6", ssid: "AWiFi", isSecure: isSecure).presentation
}
