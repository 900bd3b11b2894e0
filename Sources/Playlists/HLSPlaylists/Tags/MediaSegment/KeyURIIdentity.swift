/// The identity of a key for clients of one key system: the key format and the bytes of the URI.
package struct KeyURIIdentity: Hashable, Sendable {
    /// The `KEYFORMAT`.
    let keyFormat: String
    /// The `URI` in UTF-8; empty if there is none.
    package let uri: [UInt8]

    /// Creates the identity of the key of a line.
    package init(_ key: EncryptionKey) {
        keyFormat = key.keyFormat
        uri = Array((key.uri ?? "").utf8)
    }
}
