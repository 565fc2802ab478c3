import TestDoubles
import Testing

@Suite("Lock-isolated values")
struct LockIsolatedTests {
  @Test("When a value is set or changed then everyone sees it")
  func whenValueIsChanged_thenItIsSeen() {
    let sut = LockIsolated([1])
    sut.setValue([1, 2])
    let count = sut.withValue { value in
      value.append(3)
      return value.count
    }
    #expect(count == 3)
    #expect(sut.value == [1, 2, 3])
    #expect(sut.last == 3)
  }

  @Test("When the change throws then its error passes, with its type")
  func whenChangeThrows_thenErrorPasses() {
    let sut = LockIsolated(1)
    do throws(SampleError) {
      try sut.withValue { (value: inout sending Int) throws(SampleError) in
        value = 2
        throw .offline
      }
      Issue.record("Nothing was thrown")
    } catch {  // conventions:ignore do-catch - the error's type is what is asked
      #expect(error == .offline)
    }
    #expect(sut.value == 2)
  }

  @Test("When a value cannot be sent then it can still be kept, and changed in its turn")
  func whenValueIsNotSendable_thenItCanBeKept() {
    final class Counter { var count = 0 }
    let sut = LockIsolated(Counter())
    sut.withValue { $0.count += 1 }
    #expect(sut.withValue { $0.count } == 1)
  }

  #if compiler(>=6.2) && (os(Linux) || os(macOS))
    @Test("When a box is used inside its own turn then the process ends, rather than wait for ever")
    func whenUsedInsideItself_thenProcessEnds() async {
      await #expect(processExitsWith: .failure) {
        let sut = LockIsolated(1)
        sut.withValue { $0 = sut.value }
      }
    }
  #endif
}
