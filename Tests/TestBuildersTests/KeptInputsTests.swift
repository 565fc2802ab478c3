import Foundation
import Testing
import TestingSupportCore

@testable import TestBuilders

@Suite("Inputs that failed before", .serialized)
struct KeptInputsTests {
  @Test("When an input is kept then it comes first, once, until it is dropped")
  func whenInputIsKept_thenItComesFirst() throws {
    let (kept, folder) = try makeSUT()
    defer { try? FileManager.default.removeItem(at: folder) }

    #expect(kept.inputs == [])
    #expect([[1], [2, 3], [1]].compactMap { kept.keep($0) } == [])
    #expect(kept.inputs == [[1], [2, 3]])
    kept.drop([1])
    #expect(kept.inputs == [[2, 3]])
    kept.drop([2, 3])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("When very many inputs are kept then the latest are left")
  func whenVeryManyInputsAreKept_thenLatestAreLeft() throws {
    let (kept, folder) = try makeSUT()
    defer { try? FileManager.default.removeItem(at: folder) }

    for number in 1...30 as ClosedRange<UInt64> { _ = kept.keep([number]) }

    #expect(kept.inputs.map(\.first) == (11...30).reversed())
  }

  @Test("When properties stand at other lines then each has a file of its own")
  func whenPropertiesStandAtOtherLines_thenEachHasFile() throws {
    let (kept, folder) = try makeSUT()
    defer { try? FileManager.default.removeItem(at: folder) }
    let other = try #require(KeptInputs(of: #_sourceLocation, in: [KeptInputs.variable: folder.path]))

    _ = kept.keep([1])

    #expect(other.inputs == [])
  }

  @Test("When the folder cannot be written then that is known")
  func whenFolderCannotBeWritten_thenThatIsKnown() throws {
    let (_, folder) = try makeSUT()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder)
    let kept = try #require(KeptInputs(of: #_sourceLocation, in: [KeptInputs.variable: folder.path]))

    #expect(kept.keep([1]) != nil)
  }

  @Test("When no folder is named and none is beside the test then nothing is kept")
  func whenNoFolderIsNamed_thenNothingIsKept() {
    #expect(KeptInputs(of: #_sourceLocation, in: [:]) == nil)
    #expect(Task.isCancelled == false)
  }

  @Test("When a property fails then the next run tries that input first, and drops it once it passes")
  func whenPropertyFails_thenNextRunTriesInputFirst() async throws {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let limit = Locked(41)
    let tried = Locked<[Int]>([])
    func check() async -> [String] {
      tried.withLock { $0 = [] }
      return await recordedIssues {
        await KeptInputs.$folder.withValue(folder.path) {
          await expectAll { (number: Int) in
            tried.withLock { $0.append(number) }
            #expect(number <= limit.withLock { $0 })
          }
        }
      }.map(\.text)
    }

    #expect(await check().last?.hasPrefix("The property failed in trial ") == true)
    #expect(
      await check().last?.hasPrefix("The property failed for an input that was kept from an earlier run\n  Int → 42\n")
        == true
    )
    #expect(tried.withLock { $0 } == [42, 42])
    limit.withLock { $0 = .max }
    #expect(await check() == [])
    #expect(tried.withLock { $0.first } == 42)
    #expect(await check() == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }
}

// MARK: - A folder of its own

private func temporaryFolder() -> URL {
  FileManager.default.temporaryDirectory.appendingPathComponent("kept-\(UUID().uuidString)", isDirectory: true)
}

// conventions:ignore source-location - what it expects is part of every test that calls it
private func makeSUT() throws -> (kept: KeptInputs, folder: URL) {
  let folder = temporaryFolder()
  let kept = try #require(KeptInputs(of: #_sourceLocation, in: [KeptInputs.variable: folder.path]))
  return (kept, folder)
}
