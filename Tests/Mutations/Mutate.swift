import Foundation

/// Breaks the sources in one small way after another and runs the tests of the module: `Tests/mutate [samples] [seed]`.
///
/// Prints the changes that no test noticed. Fails if more than 15 % were not.
@main
enum Mutate {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    let (samples, seed) = (Int(arguments.first ?? 100), arguments.dropFirst().first ?? 1)
    let root = FileManager.default.currentDirectoryPath + "/.build/mutants/swift-testing-support"
    let workshop = try Workshop(root: root)
    guard workshop.build() == .succeeded else { throw Failure("The sources do not build as they are: see \(root).log") }
    let mutations = try mutations()
    for module in Set(mutations.map(\.module)) where workshop.test(module) != .succeeded {
      throw Failure("The tests of \(module) fail as they are: see \(root).log")
    }
    var random = Random(state: seed)
    var (caught, survivors): (Int, [Mutation]) = (0, [])
    for mutation in mutations.shuffled(using: &random) where caught + survivors.count < samples {
      let outcome = try workshop.with(mutation) { () -> Workshop.Outcome? in
        workshop.build() == .succeeded ? workshop.test(mutation.module) : nil
      }
      switch outcome {
      // Not a change that anyone could make.
      case nil: continue
      case .failed?, .tookTooLong?: caught += 1
      case .succeeded?:
        survivors.append(mutation)
        print(mutation.description)
      }
      fflush(nil)
    }
    let percentage = 100 * caught / max(1, caught + survivors.count)
    print("\(caught) of \(caught + survivors.count) changes were noticed (\(percentage) %), seed \(seed)")
    exit(percentage >= 85 ? 0 : 1)
  }

  /// All changes of the modules that have tests of their own.
  private static func mutations() throws -> [Mutation] {
    let files = FileManager.default.enumerator(atPath: "Sources")?.compactMap { $0 as? String } ?? []
    return try files.sorted().filter { $0.hasSuffix(".swift") }.flatMap { file -> [Mutation] in
      let module = String(file.prefix { $0 != "/" })
      guard FileManager.default.fileExists(atPath: "Tests/\(module)Tests") else { return [] }
      let source = try String(contentsOfFile: "Sources/\(file)", encoding: .utf8)
      return Mutation.all(in: source, of: "Sources/\(file)", module: module)
    }
  }
}

/// SplitMix64.
struct Random: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
