/// The MAC of a media resource, and how much it covers, by which the key store recognizes media.
package struct MediaMAC: Hashable, Sendable {
    /// The MAC, 16 bytes.
    package let bytes: [UInt8]
    /// The number of bytes that the MAC covers: the clear bytes or, if samples are encrypted, the records of
    /// the invariant.
    package let length: UInt64

    /// Creates a value from its parts.
    package init(bytes: [UInt8], length: UInt64) {
        self.bytes = bytes
        self.length = length
    }
}
