// Notifications.

public struct Notification {
  public struct Name: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { fatalError() }
    public init(_ rawValue: String) { fatalError() }
  }
  public var name: Name
  public var object: Any?
  public var userInfo: [AnyHashable: Any]?
}

open class NotificationCenter: NSObject, @unchecked Sendable {
  open class var `default`: NotificationCenter { fatalError() }
  open func addObserver(
    forName name: Notification.Name?,
    object: Any?,
    queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { fatalError() }
  open func removeObserver(_ observer: Any) {}
  open func post(name: Notification.Name, object: Any?) {}
  open func post(name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]?) {}
}
