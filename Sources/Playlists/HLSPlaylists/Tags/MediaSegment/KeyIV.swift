/// The IV of a key line without an array of its own, because a playlist may have one for each segment.
enum KeyIV: Hashable, Sendable {
    case sixteen(UInt64, UInt64)
    /// An IV of another length, which no player accepts.
    case other([UInt8])

    init(_ bytes: [UInt8]) {
        guard bytes.count == EncryptionKey.ivLength else {
            self = .other(bytes)
            return
        }
        let halves = [bytes[..<8], bytes[8...]].map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
        self = .sixteen(halves[0], halves[1])
    }

    var bytes: [UInt8] {
        switch self {
        case .sixteen(let high, let low):
            [high, low].flatMap { half in
                stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> UInt64($0)) }
            }
        case .other(let bytes): bytes
        }
    }
}
