// Processes, threads and locks.

open class ProcessInfo: NSObject, @unchecked Sendable {
  open class var processInfo: ProcessInfo { fatalError() }
  open var activeProcessorCount: Int { fatalError() }
  open var arguments: [String] { fatalError() }
  open var environment: [String: String] { fatalError() }
  open var processIdentifier: Int32 { fatalError() }
  open var systemUptime: TimeInterval { fatalError() }
}

#if os(macOS)
  open class Process: NSObject, @unchecked Sendable {
    public enum TerminationReason: Int, Sendable { case exit = 1, uncaughtSignal }
    public override init() {}
    open var arguments: [String]?
    open var currentDirectoryURL: URL?
    open var environment: [String: String]?
    open var executableURL: URL?
    open var isRunning: Bool { fatalError() }
    open var processIdentifier: Int32 { fatalError() }
    open var standardError: Any?
    open var standardInput: Any?
    open var standardOutput: Any?
    open var terminationReason: TerminationReason { fatalError() }
    open var terminationStatus: Int32 { fatalError() }
    open func run() throws {}
    open func terminate() {}
    open func waitUntilExit() {}
  }
#endif

open class Pipe: NSObject, @unchecked Sendable {
  public override init() {}
  open var fileHandleForReading: FileHandle { fatalError() }
  open var fileHandleForWriting: FileHandle { fatalError() }
}

public protocol NSLocking {
  func lock()
  func unlock()
}

extension NSLocking {
  public func withLock<R>(_ body: () throws -> R) rethrows -> R { fatalError() }
}

open class NSLock: NSObject, NSLocking, @unchecked Sendable {
  public override init() {}
  @available(*, noasync)
  open func lock() {}
  @available(*, noasync)
  open func unlock() {}
}

open class Thread: NSObject, @unchecked Sendable {
  open class var current: Thread { fatalError() }
  open class var isMainThread: Bool { fatalError() }
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  open class func sleep(forTimeInterval interval: TimeInterval) {}
  public convenience init(block: @escaping @Sendable () -> Void) { fatalError() }
  open var name: String?
  open var stackSize: Int {
    get { fatalError() }
    set {}
  }
  open func start() {}
}
