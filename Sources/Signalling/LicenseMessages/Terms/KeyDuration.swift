import Bitstreams

/// The key duration of a CKC.
package struct KeyDuration: Hashable, Sendable {
    static let byteCount = 16
    /// Stands at the end of each.
    private static let closing: UInt32 = 0x86d3_4a3a

    /// How long a key may be used before it has to be asked for again, in seconds; 0 says nothing.
    package let leaseSeconds: UInt32
    /// How long the content may be watched from its start, in seconds; 0 says nothing.
    package let rentalSeconds: UInt32
    /// Which of the two count.
    package let kind: KeyDurationKind

    /// A duration of its parts.
    package init(leaseSeconds: UInt32, rentalSeconds: UInt32, kind: KeyDurationKind) {
        self.leaseSeconds = leaseSeconds
        self.rentalSeconds = rentalSeconds
        self.kind = kind
    }

    /// Reads the 16 bytes of a value; the last four do not matter, vectors have zeros there.
    init(value: [UInt8]) {
        leaseSeconds = UInt32(bigEndianBytes: value[0..<4])
        rentalSeconds = UInt32(bigEndianBytes: value[4..<8])
        kind = KeyDurationKind(rawValue: UInt32(bigEndianBytes: value[8..<12]))
    }

    /// The 16 bytes of a value.
    var value: [UInt8] {
        [UInt8](bigEndian: leaseSeconds) + [UInt8](bigEndian: rentalSeconds)
            + [UInt8](bigEndian: kind.rawValue)
            + [UInt8](bigEndian: Self.closing)
    }
}
