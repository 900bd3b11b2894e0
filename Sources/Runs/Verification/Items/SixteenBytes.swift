import Ciphers

/// A MAC or the digest of a path: 16 bytes without an array, as there may be hundreds of thousands.
struct SixteenBytes: Hashable, Comparable, Sendable {
    private let high: UInt64
    private let low: UInt64

    var bytes: [UInt8] {
        [high, low].flatMap { half in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> UInt64($0)) }
        }
    }

    /// Takes the first 16 of at least 16 bytes.
    init(leading bytes: [UInt8]) {
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Takes the first 16 bytes of the SHA-256 of a path in UTF-8, since the kernel compares bytes.
    init(digestOfPath path: String) {
        self.init(leading: SHA256.digest(of: Array(path.utf8)))
    }

    static func < (one: Self, other: Self) -> Bool { (one.high, one.low) < (other.high, other.low) }
}
