/// The fields of a value that has others than a person would name.
package struct NamedFields: CustomReflectable {
  package let typeName: String
  package let fields: [(label: String, value: Any)]
  /// What is shown of the value where there is only room for a line.
  package let text: String?

  package init(_ typeName: String, text: String? = nil, _ fields: KeyValuePairs<String, Any>) {
    self.typeName = typeName
    self.text = text
    self.fields = fields.map { ($0.key, $0.value) }
  }

  package var customMirror: Mirror {
    Mirror(self, children: fields.map { ($0.label, $0.value) }, displayStyle: .struct)
  }
}
