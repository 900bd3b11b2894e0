/// A key period (`ContentKeyPeriod`).
package struct CPIXPeriod: Hashable, Sendable {
    /// The id (`@id`) that filters refer to, or empty if there is none.
    package var id: String
    /// The number of the period (`@index`), or nil if there is none.
    package var index: Int?
    /// The name of the period (`@label`), or nil if there is none.
    package var label: String?
    /// The times of the period as written: `@start` and `@end`, `@startOffset` and `@endOffset`, `@duration`.
    package var attributes: [String: String]

    /// Creates a period from its parts.
    package init(id: String, index: Int? = nil, label: String? = nil, attributes: [String: String] = [:]) {
        self.id = id
        self.index = index
        self.label = label
        self.attributes = attributes
    }
}
