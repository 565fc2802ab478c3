import DeterministicSchedulingLoader
import Foundation
import Testing

@testable import DeterministicScheduling

@Suite("How far scheduling is controlled")
struct SupportTests {
  @Test("When nothing less is asked for then it is as exact as the platform allows", .enabled(if: !wishesForLess))
  func whenNothingLessIsAskedFor_thenItIsAsExactAsCanBe() {
    #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
      #expect(DeterministicSupport.current == .exact)
    #else
      #expect(DeterministicSupport.current != .exact)
    #endif
  }

  @Test("When less is asked for then there is less", .enabled(if: wish == "ordered" || wish == "unavailable"))
  func whenLessIsAskedFor_thenThereIsLess() {
    #expect(DeterministicSupport.current == (wish == "ordered" ? .ordered : .unavailable))
    #expect(DeterministicSupport.explanation.hasPrefix("TESTING_SUPPORT_SCHEDULING requests `\(wish ?? "")`."))
  }

  #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
    @Test("When only hooks are asked for then it is explained by their trials", .enabled(if: wish == "ordered"))
    func whenOnlyHooksAreAskedFor_thenTrialsExplainIt() {
      let text = """
        TESTING_SUPPORT_SCHEDULING requests `ordered`. The runtime's hooks were tried. Seen: a task, a main-actor job, an \
        actor job resumed from a thread. Not seen: a yield, a sleep.
        """
      #expect(DeterministicSupport.explanation.hasPrefix(text))
    }
  #endif

  @Test("When hooks were tried then the text says what was seen and what was not")
  func whenHooksWereTried_thenTextSaysWhatWasSeen() {
    let all = "Seen: a task, a yield, a main-actor job, an actor job resumed from a thread, a sleep. Not seen: none."
    #expect(HookFindings().text == "The runtime's hooks were tried. \(all)")
    let some = HookFindings(seesYield: false, seesMainActorJob: false, seesSleep: false)
    #expect(
      some.text == """
        The runtime's hooks were tried. Seen: a task, an actor job resumed from a thread. Not seen: a yield, a \
        main-actor job, a sleep.
        """
    )
  }

  @Test("When support is exact then it is explained by the checks that passed", .exactOnly)
  func whenSupportIsExact_thenChecksPassed() {
    let explanation = Runtime.exactExplanation(seesErrors: true, seesStartedWork: Runtime.seesStartedWork)
    #expect(DeterministicSupport.explanation == explanation)
    #expect(EngineFindings.current.failure == nil)
  }

  @Test("When support is exact then the explanation says what is not seen all the same")
  func whenSupportIsExact_thenExplanationSaysWhatIsNotSeen() {
    let all =
      "The exact engine controls every job of a deterministic test, except on executors of your own: its checks at load passed."
    #expect(Runtime.exactExplanation(seesErrors: true, seesStartedWork: true) == all)
    #expect(
      Runtime.exactExplanation(seesErrors: false, seesStartedWork: false) == """
        \(all) The errors of tasks are not seen. Work on dispatch queues and threads is not seen, as in a build with a \
        sanitizer: `outside:` does not stop time for it.
        """
    )
  }

  @Test("When the exact engine is tried then it sees every job", .exactOnly)
  func whenEngineIsTried_thenItSeesEveryJob() {
    for _ in 0..<20 { #expect(EngineTrials.tried() == EngineTrials()) }
  }

  @Test("When the exact engine does not see a job that is tried then it says which")
  func whenEngineDoesNotSeeJob_thenItSaysWhich() {
    #expect(EngineTrials().failure == nil)
    #expect(
      EngineTrials(seesName: false, seesMainActorJob: false, seesHop: false, seesSleep: false, seesYield: false).failure
        == """
        The exact engine was tried, and did not see the name of a task, a main-actor job, a hop to an actor, a sleep, \
        a yield.
        """
    )
  }

  @Test("When a function of the runtime is not replaced then the exact engine is not used, and says why")
  func whenFunctionIsNotReplaced_thenEngineIsNotUsed() {
    #expect(
      EngineFindings(missingReplacement: "swift_task_switch").failure == """
        `swift_task_switch` of the runtime is not replaced. Link this package statically into the test bundle, not \
        through a dynamic library.
        """
    )
  }

  @Test("When the layout is another one then the exact engine is not used, and says why")
  func whenLayoutIsAnother_thenEngineIsNotUsed() {
    #expect(EngineFindings(layoutVersion: 2).failure == "The concurrency runtime has layout version 2, not 1.")
    let text = "A trial task cannot be read: the concurrency runtime has an unknown layout."
    #expect(EngineFindings(readsTask: false).failure == text)
  }
}

@Suite("The settings in the environment")
struct EnvironmentSettingTests {
  @Test("When a level is requested then it is read, whatever its case, and an empty value is none")
  func whenLevelIsRequested_thenItIsRead() {
    let expected: [(String?, testing_support_scheduling_setting)] = [
      (nil, .unset), ("", .unset), ("exact", .exact), ("Exact", .exact), ("ordered", .ordered), ("ORDERED", .ordered),
      ("bestEffort", .best_effort), ("unavailable", .unavailable), ("orderd", .unknown), (" ", .unknown),
    ]
    for (value, setting) in expected {
      #expect(testing_support_parse_scheduling(value) == setting, "\(value ?? "nil")")
    }
  }

  @Test("When the order of sets is requested then it is read, whatever its case, and an empty value is none")
  func whenHashingIsRequested_thenItIsRead() {
    let expected: [(String?, testing_support_hashing_setting)] = [
      (nil, .unset), ("", .unset), ("fixed", .fixed), ("Random", .random), ("nonsense", .unknown),
    ]
    for (value, setting) in expected { #expect(testing_support_parse_hashing(value) == setting, "\(value ?? "nil")") }
  }

  @Test("When a value is unknown then the report names it and those that are accepted")
  func whenValueIsUnknown_thenReportNamesAccepted() {
    #expect(
      EnvironmentSetting.scheduling.text(ofUnknownValue: "orderd")
        == "TESTING_SUPPORT_SCHEDULING=orderd has no effect: the value is none of `exact`, `ordered`, `unavailable`."
    )
    #expect(
      EnvironmentSetting.hashing.text(ofUnknownValue: "no")
        == "TESTING_SUPPORT_HASHING=no has no effect: the value is none of `fixed`, `random`."
    )
  }

  @Test("When nothing less is asked for then dictionaries and sets have a fixed order", .exactOnly)
  func whenNothingLessIsAskedFor_thenOrderIsFixed() {
    #expect(testing_support_is_hashing_fixed() || testing_support_hashing() == .random)
  }
}

private let wishesForLess = !testing_support_allows_exact_engine()
private let wish = ProcessInfo.processInfo.environment["TESTING_SUPPORT_SCHEDULING"]
