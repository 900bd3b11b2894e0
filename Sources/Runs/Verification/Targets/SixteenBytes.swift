import Ciphers

/// 16 bytes without an array of their own, of which there may be hundreds of thousands: a code, or what stands for a path.
struct SixteenBytes: Hashable, Comparable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// The bytes, as they were given.
    var bytes: [UInt8] {
        [high, low].flatMap { half in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> UInt64($0)) }
        }
    }

    /// The first 16 of `bytes`, which are at least as many.
    init(leading bytes: [UInt8]) {
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The start of the SHA-256 of a path, by its bytes, as the kernel compares paths.
    init(standingFor path: String) {
        self.init(leading: SHA256.digest(of: Array(path.utf8)))
    }

    static func < (one: Self, other: Self) -> Bool { (one.high, one.low) < (other.high, other.low) }
}
