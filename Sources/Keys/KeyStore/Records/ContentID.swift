/// A title's id: 1 to 200 bytes of UTF-8 without control characters; two are equal if their bytes are.
package struct ContentID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Longest id, in bytes of UTF-8.
    package static let byteLimit = 200

    private let text: RecordText

    /// The id as it was given.
    package var value: String { text.value }

    /// The id as it was given.
    package var description: String { text.value }

    /// Checks `value`.
    package init(_ value: String) throws(KeyStoreError) {
        text = try RecordText(value, name: "content id", limit: Self.byteLimit)
    }

    /// Orders by the bytes.
    package static func < (left: ContentID, right: ContentID) -> Bool {
        left.text < right.text
    }
}
