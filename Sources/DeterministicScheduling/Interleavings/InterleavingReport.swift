internal import Testing
internal import TestingSupportCore

/// The report of a failing order: how to run it again, and the simplest order that fails like it.
struct InterleavingReport {
  private let finding: InterleavingSearch.Finding
  private let count: Int
  private let hang: String?
  private let throwOrigin: ThrowOrigin?
  private let hooks: HookFindings?

  /// - Parameters:
  ///   - hang: How the failing run hung, if it did.
  ///   - throwOrigin: Where the error was thrown that its body threw, if it is known.
  ///   - hooks: What the runtime shows, where that is not everything.
  init(
    _ finding: InterleavingSearch.Finding,
    count: Int,
    hang: String? = nil,
    throwOrigin: ThrowOrigin? = nil,
    hooks: HookFindings? = Runtime.level.hooks
  ) {
    self.finding = finding
    self.count = count
    self.hang = hang
    self.throwOrigin = throwOrigin
    self.hooks = hooks
  }

  /// Records the report as an issue of the test, and the whole trace and its picture as attachments where there are any.
  func record(for test: Test) {
    #if compiler(>=6.2)
      let name = "interleaving-\(InterleavingSeed.text(of: finding.seed))"
      let swap = finding.swap.map { "\($0)\n" } ?? ""
      let whole = "\(headline)\n\(swap)\(InterleavingTrace(finding.simplest).text())\n"
      Attachment.record(Attachment(whole, named: "\(name).txt"), sourceLocation: test.sourceLocation)
      if let svg = picture?.svg {
        Attachment.record(Attachment(svg, named: "\(name).svg"), sourceLocation: test.sourceLocation)
      }
    #endif
    recordIssue(text, sourceLocation: test.sourceLocation)
  }

  /// The text of the issue.
  var text: String {
    let introduction = [hang, headline, throwOrigin?.text, finding.divergence?.text, hashOrder, finding.swap]
    return (introduction + [story, hooks?.limits]).compactMap { $0 }.joined(separator: "\n")
  }

  // A replay in another process, or in this one, may meet another order.
  private var hashOrder: String? {
    finding.divergence != nil || finding.failed < finding.drawn ? HashOrder.advice : nil
  }

  /// The trait that runs the failing order again.
  var replay: String {
    let seed = "seed: \(InterleavingSeed.text(of: finding.seed))"
    return finding.strategy == .random
      ? ".deterministic(\(seed))" : ".deterministic(\(seed), strategy: \(finding.strategy))"
  }

  /// The picture of the simplest order; `nil` where steps are not seen.
  var picture: InterleavingPicture? {
    let trace = InterleavingTrace(finding.simplest)
    guard trace.count > 0 else { return nil }
    let departures = trace.departureCount
    let share = "\(departures) of \(counted(trace.count, "step")) \(differ(departures))"
    return InterleavingPicture(title: "Failing interleaving: \(share) from FIFO order", steps: trace.pictureSteps)
  }

  private var headline: String {
    let result =
      finding.isKept
      ? "Kept interleaving \(finding.number) failed again" : "Interleaving \(finding.number) of \(count) failed"
    let advice = finding.divergence == nil ? "Replay it with `\(replay)`." : "It ran as `\(replay)`."
    return "\(result)\n\(advice)"
  }

  private var story: String {
    let simplest = InterleavingTrace(finding.simplest)
    let (steps, departures) = (simplest.count, simplest.departureCount)
    let trace = simplest.text(isWhole: false)
    if !finding.isConfirmed {
      let told = "The failing interleaving, in \(counted(steps, "step")) (▸ differs from FIFO):\n\(trace)"
      return [reasonForNoSimplerOrder, told].compactMap { $0 }.joined(separator: "\n")
    }
    if finding.failsInPlainOrder {
      return """
        The test also fails in FIFO order
        \(shareOfFailingOrders) The \(counted(steps, "step")):
        \(trace)
        """
    }
    if finding.simplest.departures.isEmpty {
      return """
        The test fails in FIFO order when actor hops suspend
        No other reordering is needed, and hops may suspend on several threads. The \(counted(steps, "step")):
        \(trace)
        """
    }
    let original = InterleavingTrace(finding.failing).departureCount
    return """
      Simplest interleaving with this failure: \(departures) of \(steps) steps \(differ(departures)) from FIFO
      Marked ▸ below; in the original, \(counted(original, "step")) \(differ(original)).
      \(trace)
      """
  }

  private var shareOfFailingOrders: String {
    let (failed, drawn) = (finding.failed, finding.drawn)
    if drawn == 1 { return finding.hasRunAll ? "The test has no other interleaving." : "No other interleaving ran." }
    if failed == drawn { return "All \(drawn) interleavings that ran fail\(conclusion)." }
    return """
      \(failed) of \(drawn) interleavings \(failed == 1 ? "fails" : "fail"): either order matters, or something differs between runs.
      Look for state that outlives a run, real time, and random values, seeded ones included.
      """
  }

  // What none of them varied may be what matters.
  private var conclusion: String {
    if hooks != nil { return ", but they vary only part of the task order, which may still be the cause" }
    return finding.hasRunAll ? ", so task order is not the cause" : ", so task order is probably not the cause"
  }

  private var reasonForNoSimplerOrder: String? {
    guard finding.failing.isAbandoned, finding.divergence == nil else { return nil }
    return """
      No simpler interleaving was searched for
      Each run that never finishes takes longer than the `outside:` limit.
      Shorten it if nothing outside the test takes part: `.interleavings(\(count), outside: .milliseconds(100))`.
      """
  }

  private func differ(_ count: Int) -> String { count == 1 ? "differs" : "differ" }

  private func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension InterleavingSearch.Finding {
  /// What the simplest failing order has swapped, as a sentence; `nil` if that is not known.
  var swap: String? {
    simplest.departures.isEmpty ? nil : SwappedSteps(InterleavingTrace(simplest)).sentence(comparedWith: passing)
  }
}
