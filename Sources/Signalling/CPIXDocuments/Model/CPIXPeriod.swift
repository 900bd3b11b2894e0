/// `ContentKeyPeriod`.
package struct CPIXPeriod: Hashable, Sendable {
    /// `@id`, which filters name; empty where there is none.
    package var id: String
    /// `@index`.
    package var index: Int?
    /// `@label`.
    package var label: String?
    /// `@start` and `@end`, `@startOffset` and `@endOffset`, `@duration`, as written.
    package var attributes: [String: String]

    /// A period from its parts.
    package init(id: String, index: Int? = nil, label: String? = nil, attributes: [String: String] = [:]) {
        self.id = id
        self.index = index
        self.label = label
        self.attributes = attributes
    }
}
