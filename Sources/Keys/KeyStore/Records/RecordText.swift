import Failures

/// A text in a record's identity: compared, ordered and hashed by its UTF-8 bytes, as in the databases.
///
/// Swift's `String` comparison would consider an "e" with a combining accent equal to the single-scalar form.
struct RecordText: Hashable, Comparable, Sendable {
    let value: String

    /// Creates a text of 1 to `limit` bytes without control characters; `name` describes it in errors.
    init(_ value: String, name: String, limit: Int) throws(RunFailure) {
        guard (1...limit).contains(value.utf8.count) else {
            throw .invalidField(
                name: name,
                found: "\(value.utf8.count) bytes",
                expected: "1 to \(limit) bytes of UTF-8"
            )
        }
        guard !value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .invalidField(name: name, found: "a control character", expected: "none")
        }
        self.value = value
    }

    static func == (left: RecordText, right: RecordText) -> Bool {
        left.value.utf8.elementsEqual(right.value.utf8)
    }

    static func < (left: RecordText, right: RecordText) -> Bool {
        left.value.utf8.lexicographicallyPrecedes(right.value.utf8)
    }

    func hash(into hasher: inout Hasher) {
        for byte in value.utf8 {
            hasher.combine(byte)
        }
        hasher.combine(0xFF as UInt8)
    }
}
