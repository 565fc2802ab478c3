internal import Testing
internal import TestingSupportCore

/// The report of a failing order: how to run it again, and the simplest order that fails like it.
struct InterleavingReport {
  private let finding: InterleavingSearch.Finding
  private let count: Int
  private let hang: String?

  /// - Parameter hang: How the failing run hung, if it did.
  init(_ finding: InterleavingSearch.Finding, count: Int, hang: String? = nil) {
    self.finding = finding
    self.count = count
    self.hang = hang
  }

  /// Records the report as an issue of the test, and the whole trace as an attachment where there are any.
  func record(for test: Test) {
    #if compiler(>=6.2)
      let name = "interleaving-\(InterleavingSeed.text(of: finding.seed)).txt"
      let whole = "\(headline)\n\(InterleavingTrace(finding.simplest).text())\n"
      Attachment.record(Attachment(whole, named: name), sourceLocation: test.sourceLocation)
    #endif
    recordIssue(text, sourceLocation: test.sourceLocation)
  }

  /// The text of the issue.
  var text: String {
    [hang, headline, finding.divergence?.text, hashOrder, story, Runtime.level.hooks?.limits].compactMap { $0 }
      .joined(separator: "\n")
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

  private var headline: String {
    finding.isKept
      ? "kept interleaving \(finding.number) failed again; replay with \(replay)"
      : "interleaving \(finding.number) of \(count) failed; replay with \(replay)"
  }

  private var story: String {
    let departures = finding.simplest.departures.count
    let steps = InterleavingTrace(finding.simplest).count
    let trace = InterleavingTrace(finding.simplest).text(isWhole: false)
    if !finding.isConfirmed {
      let told = "The order that failed, in \(counted(steps, "step")) (▸ departs from first in, first out):\n\(trace)"
      return [reasonForNoSimplerOrder, told].compactMap { $0 }.joined(separator: "\n")
    }
    if finding.failsInPlainOrder {
      return """
        It fails in plain first-in, first-out order too\(shareOfFailingOrders) The \(counted(steps, "step")):
        \(trace)
        """
    }
    if departures == 0 {
      return """
        It takes no departure from first in, first out; it is enough that tasks wait their turn at each hop to an actor, \
        as they may on several threads. The \(counted(steps, "step")):
        \(trace)
        """
    }
    return """
      The simplest order that fails like it departs from first in, first out at \(counted(departures, "step")) of \(steps) (▸), \
      where the failing one did at \(finding.failing.departures.count):
      \(trace)
      """
  }

  private var shareOfFailingOrders: String {
    let (failed, drawn) = (finding.failed, finding.drawn)
    if drawn == 1 { return finding.hasRunAll ? "; the test has no other." : "; no other order has run." }
    if failed == drawn {
      return ", and in all \(drawn) orders that have run: the order of its tasks is not what makes it fail."
    }
    return """
      , and in \(failed) of \(counted(drawn, "order")). Either the order matters all the same, or something else differs from run \
      to run: state that outlives a run, real time, or random values, also those that follow the seed.
      """
  }

  private var reasonForNoSimplerOrder: String? {
    guard finding.failing.isAbandoned, finding.divergence == nil else { return nil }
    return """
      A simpler order was not looked for, since each run that does not end takes twice the limit for the outside. If nothing \
      from outside takes part, shorten it: .interleavings(\(count), outside: .milliseconds(100)).
      """
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
