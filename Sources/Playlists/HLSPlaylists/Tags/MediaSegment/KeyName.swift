/// A key as a client of one key system knows it: the key format and the URI, by its bytes.
package struct KeyName: Hashable, Sendable {
    /// `KEYFORMAT`.
    package let keyFormat: String
    /// `URI` in UTF-8; empty where there is none.
    package let uri: [UInt8]

    /// The name of the key of a line.
    package init(_ key: EncryptionKey) {
        keyFormat = key.keyFormat
        uri = Array((key.uri ?? "").utf8)
    }
}
