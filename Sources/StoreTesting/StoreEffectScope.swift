/// Some of the running effects: everything below one `cancellable`, or everything that one action led to.
///
/// Scopes form a tree; a scope finishes when its own work and that of its children has.
@MainActor
final class StoreEffectScope {
  private let parent: StoreEffectScope?
  private var children: [ObjectIdentifier: StoreEffectScope] = [:]
  private var openParts = 0
  private var onEnd: [() -> Void] = []

  /// The numbers of the work that runs directly in this scope.
  var work: Set<Int> = []
  private(set) var isCancelled = false

  private let isPart: Bool
  /// The numbers of the work that has finished in a part of a concatenation.
  private(set) var finishedWork: Set<Int> = []

  convenience init(parent: StoreEffectScope? = nil) {
    self.init(parent: parent, isPart: false)
  }

  /// A part of a concatenation, after which other parts follow.
  convenience init(partOf parent: StoreEffectScope) {
    self.init(parent: parent, isPart: true)
  }

  private init(parent: StoreEffectScope?, isPart: Bool) {
    self.parent = parent
    self.isPart = isPart
    isCancelled = parent?.isCancelled ?? false
    parent?.children[ObjectIdentifier(self)] = self
  }

  /// Whether nothing of the scope is left to be done.
  var isOver: Bool { openParts == 0 }

  /// Whether the other scope is this one, or a part of it.
  func contains(_ other: StoreEffectScope) -> Bool {
    other === self || other.parent.map(contains) ?? false
  }

  /// Cancels the scope and all below it, and returns the numbers of the affected work.
  func cancel() -> Set<Int> {
    isCancelled = true
    return children.values.reduce(into: work) { $0.formUnion($1.cancel()) }
  }

  /// The work with this number has finished, in this scope.
  func finish(_ number: Int) {
    work.remove(number)
    var scope: StoreEffectScope? = self
    while let current = scope {
      if current.isPart { current.finishedWork.insert(number) }
      scope = current.parent
    }
  }

  func begin() {
    openParts += 1
  }

  func end() {
    openParts -= 1
    guard isOver else { return }
    parent?.children[ObjectIdentifier(self)] = nil
    let actions = onEnd
    onEnd = []
    for action in actions { action() }
  }

  /// Calls `action` when nothing of the scope is left to be done, which may be now.
  func whenOver(_ action: @escaping () -> Void) {
    if isOver { action() } else { onEnd.append(action) }
  }
}
