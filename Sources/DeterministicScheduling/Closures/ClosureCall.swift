/// Calls a closure that does not escape.
///
/// The scheduler calls it by its symbol, with the two words of a closure that a suspended function lends it: a body that
/// never ends has to be left behind, which the language has no means for. Nobody imports this module: the compiler would
/// find that the scheduler declares the function with another type.
@_silgen_name("testing_support_call_closure")
public func callClosure(_ body: () async -> Void, isolation: isolated (any Actor)?) async {
  await body()
}
