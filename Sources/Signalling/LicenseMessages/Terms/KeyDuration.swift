import Bitstreams

/// The time for which a client may use a key, as a CKC states it.
package struct KeyDuration: Hashable, Sendable {
    static let byteCount = 16
    /// The constant that ends each value.
    private static let closing: UInt32 = 0x86d3_4a3a

    /// The time for which the key may be used until it is requested again, in seconds; 0 has no meaning.
    package let leaseSeconds: UInt32
    /// The time for which the content may be watched from the start of playback, in seconds; 0 has no
    /// meaning.
    package let rentalSeconds: UInt32
    /// The durations that apply.
    package let kind: KeyDurationKind

    /// Creates a duration from its parts.
    package init(leaseSeconds: UInt32, rentalSeconds: UInt32, kind: KeyDurationKind) {
        self.leaseSeconds = leaseSeconds
        self.rentalSeconds = rentalSeconds
        self.kind = kind
    }

    /// Reads a value of 16 bytes, but ignores the last four, which are zeros in Apple's test vectors.
    init(value: [UInt8]) {
        leaseSeconds = UInt32(bigEndianBytes: value[0..<4])
        rentalSeconds = UInt32(bigEndianBytes: value[4..<8])
        kind = KeyDurationKind(rawValue: UInt32(bigEndianBytes: value[8..<12]))
    }

    /// The value of 16 bytes.
    var value: [UInt8] {
        [UInt8](bigEndian: leaseSeconds) + [UInt8](bigEndian: rentalSeconds)
            + [UInt8](bigEndian: kind.rawValue)
            + [UInt8](bigEndian: Self.closing)
    }
}
