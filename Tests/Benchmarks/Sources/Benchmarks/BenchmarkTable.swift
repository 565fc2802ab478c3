import Foundation

/// The one table that is printed: a line for each figure, then how many are within their limits.
struct BenchmarkTable {
  private var lines = 0
  private var linesOverLimit = 0

  var isWithinLimits: Bool { linesOverLimit == 0 }

  func printHeading() {
    print("\(Date.now.formatted(.iso8601)) · \(Self.toolchain) · \(ProcessInfo.processInfo.activeProcessorCount) cores")
    print("")
    print("| module | work | time | baseline | time | ratio | limit | ok |")
    print("| --- | --- | ---: | --- | ---: | ---: | ---: | --- |")
  }

  mutating func print(_ measurement: Benchmark.Measurement, of module: String) {
    lines += 1
    if !measurement.isWithinLimit { linesOverLimit += 1 }
    let benchmark = measurement.benchmark
    let cells = [
      module,
      benchmark.name,
      Self.text(seconds: measurement.seconds),
      benchmark.baselineName,
      Self.text(seconds: measurement.baselineSeconds),
      Self.text(measurement.ratio),
      Self.text(benchmark.limit),
      measurement.isWithinLimit ? "yes" : "NO",
    ]
    Swift.print("| \(cells.joined(separator: " | ")) |")
  }

  func printSummary(once: Bool) {
    print("")
    if once { return print("\(lines) figures of one call each") }
    print("\(lines - linesOverLimit) of \(lines) figures within their limits")
  }

  private func print(_ line: String) {
    Swift.print(line)
  }

  private static func text(seconds: Double) -> String {
    switch seconds {
    case 1...: "\(text(seconds)) s"
    case 1e-3...: "\(text(seconds * 1e3)) ms"
    case 1e-6...: "\(text(seconds * 1e6)) µs"
    default: "\(text(seconds * 1e9)) ns"
    }
  }

  /// Three digits that count, no more.
  private static func text(_ number: Double) -> String {
    number >= 100 ? String(format: "%.0f", number) : String(format: number >= 10 ? "%.1f" : "%.2f", number)
  }

  private static let toolchain: String = {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "--version"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil, let text = try? output.fileHandleForReading.readToEnd() else { return "Swift" }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    return lines.first.map(String.init) ?? "Swift"
  }()
}
