internal import DeterministicSchedulingLoader
internal import TestingSupportCore

/// The latest errors that were thrown while a test ran, and where.
final class ThrowOrigins: Sendable {
  // What the body throws is asked for when it has ended: what its last tasks have thrown may lie in between.
  private static let mostErrors = 64
  // A process notes thrown errors from its first deterministic test on.
  private static let start: Void = {
    if Runtime.support == .exact { testing_support_note_thrown_errors() }
  }()

  // By the address of the box that an error is in. Its memory is kept, but not what is in it: no other error lies there as
  // long as this one is listed.
  private let errors = Locked<[(box: UInt, frames: [UInt])]>([])

  init() { _ = Self.start }

  deinit {
    for (box, _) in errors.withLock({ $0 }) { Runtime.letGo(of: box) }
  }

  /// Notes that an error is about to be thrown.
  ///
  /// - Parameter frames: Where the function continues that throws it, and where its callers do.
  func insert(_ box: UInt, frames: [UInt]) {
    let forgotten: UInt? = errors.withLock { errors in
      // Of an error that is thrown again, only the latest time counts.
      if let known = errors.firstIndex(where: { $0.box == box }) {
        errors.remove(at: known)
      } else {
        Runtime.keepMemory(of: box)
      }
      errors.append((box, frames))
      return errors.count > Self.mostErrors ? errors.removeFirst().box : nil
    }
    if let forgotten { Runtime.letGo(of: forgotten) }
  }

  /// Where an error was thrown; `nil` if it is not known.
  func origin(of error: any Error) -> ThrowOrigin? {
    // An error is a reference to a box, which it shares with its copies. Without `as`, what is in the box would be cast.
    let box = unsafeBitCast(error as any Error, to: UInt.self)
    return errors.withLock { errors in errors.last { $0.box == box }.map { ThrowOrigin(frames: $0.frames) } }
  }
}

/// Where in the code an error was thrown.
struct ThrowOrigin: Sendable {
  fileprivate let frames: [UInt]

  /// What to say of the error. Takes a while: the symbols of the program are searched.
  var text: String? { place.map { "The error was thrown \($0.text)." } }

  // What the testing library throws is reported where it was asked. Behind the frames of the lane is no caller any more.
  private var place: CodePlace? {
    for frame in frames where frame > 0 {
      // An address is behind the call, which may be the last of its function.
      guard let function = FunctionName(at: frame - 1) else { continue }
      if function.isWrittenByUser { return CodePlace(function: function, line: CodeLine(ofCallReturningTo: frame)) }
      let isUnderneath = ["Testing", "DeterministicScheduling"].contains(function.module)
      if isUnderneath || !FunctionName.supportingModules.contains(function.module) { return nil }
    }
    return nil
  }
}
