/// The value that stands for "nothing" in a type: `()`, `nil`, an empty collection, zero or `false`; `nil` if it has
/// none.
func emptyValue<Value>(of type: Value.Type) -> Value? {
  let empty: Any? =
    switch type {
    case let type as any ExpressibleByNilLiteral.Type: type.init(nilLiteral: ())
    case let type as any RangeReplaceableCollection.Type: type.init()
    case let type as any ExpressibleByArrayLiteral.Type: emptyArray(type)
    case let type as any ExpressibleByDictionaryLiteral.Type: emptyDictionary(type)
    case let type as any AdditiveArithmetic.Type: zero(type)
    case is Bool.Type: false
    case is Void.Type: ()
    default: nil
    }
  return empty as? Value
}

private func emptyArray<Value: ExpressibleByArrayLiteral>(_ type: Value.Type) -> Value { [] }
private func emptyDictionary<Value: ExpressibleByDictionaryLiteral>(_ type: Value.Type) -> Value { [:] }
private func zero<Value: AdditiveArithmetic>(_ type: Value.Type) -> Value { .zero }
