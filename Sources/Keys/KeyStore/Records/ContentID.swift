package import Failures

/// The id of a title: 1 to 200 bytes of UTF-8 without control characters, compared by its bytes.
package struct ContentID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The maximum length of an id, in bytes of UTF-8.
    package static let byteLimit = 200

    private let text: RecordText

    /// The id as it was given.
    package var value: String { text.value }

    /// The id as it was given.
    package var description: String { text.value }

    /// Creates an id; throws `.invalidField` if `value` has another form.
    package init(_ value: String) throws(RunFailure) {
        text = try RecordText(value, name: "content id", limit: Self.byteLimit)
    }

    /// Orders ids by their bytes.
    package static func < (left: ContentID, right: ContentID) -> Bool {
        left.text < right.text
    }
}
