import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking

  /// What a session keeps to itself on platforms other than Apple's.
  extension URLSessionTask {
    /// The session that the task belongs to.
    var session: URLSession? { reflectedProperty("session") as? URLSession }

    /// A property that has no other way to be read; `nil` if there is none of that name.
    func reflectedProperty(_ name: String) -> Any? {
      var mirror: Mirror? = Mirror(reflecting: self)
      while let current = mirror {
        for child in current.children where child.label == name {
          let value = Mirror(reflecting: child.value)
          return value.displayStyle == .optional ? value.children.first?.value : child.value
        }
        mirror = current.superclassMirror
      }
      return nil
    }
  }
#endif
