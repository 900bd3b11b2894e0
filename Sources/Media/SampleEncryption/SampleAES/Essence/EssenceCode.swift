package import Ciphers
import TransportStreams

/// The authentication code of the essence of a segment, by which the key store knows the media again.
///
/// Whoever encrypts and whoever decrypts take the same records in the same order, and so get the same code.
package struct EssenceCode: ~Copyable {
    /// A code and what it covers.
    package struct Value: Hashable, Sendable {
        /// 16 bytes.
        package let code: [UInt8]
        /// Bytes of all records.
        package let length: UInt64
    }

    private var code: MediaAuthenticationCode
    private var length: UInt64 = 0

    /// Starts with no record.
    package init(key: ContentKey) throws(CipherError) {
        code = try MediaAuthenticationCode(key: key)
    }

    /// Takes the next record: its kind, its PID and its length, then its bytes.
    package mutating func take(_ kind: EssenceRecord.Kind, _ bytes: Span<UInt8>) throws(CipherError) {
        try begin(kind, count: bytes.count)
        try append(bytes)
    }

    /// Begins the next record, of `count` bytes, which `append` then has to be given.
    package mutating func begin(_ kind: EssenceRecord.Kind, count: Int) throws(CipherError) {
        let head = Self.head(of: kind, count: count)
        try code.update(head.span)
        length += UInt64(count)
    }

    /// Takes the next bytes of the record.
    package mutating func append(_ bytes: Span<UInt8>) throws(CipherError) {
        try code.update(bytes)
    }

    /// The code of all records.
    package consuming func finish() throws(CipherError) -> Value {
        let length = length
        return Value(code: try code.finish(), length: length)
    }

    /// One byte for the kind, two for the PID, one for the codec, eight for the length.
    private static func head(of kind: EssenceRecord.Kind, count: Int) -> [12 of UInt8] {
        var head = [12 of UInt8](repeating: 0)
        switch kind {
        case .packet(let pid):
            head[0] = 1
            head[1] = UInt8(pid.rawValue >> 8)
            head[2] = UInt8(truncatingIfNeeded: pid.rawValue)
        case .adaptationField(let pid):
            head[0] = 2
            head[1] = UInt8(pid.rawValue >> 8)
            head[2] = UInt8(truncatingIfNeeded: pid.rawValue)
        case .pesPacket(let pid, let codec):
            head[0] = 3
            head[1] = UInt8(pid.rawValue >> 8)
            head[2] = UInt8(truncatingIfNeeded: pid.rawValue)
            head[3] = codec.clearStreamType.rawValue
        case .tag:
            head[0] = 4
        case .audioFrame(let codec):
            head[0] = 5
            head[3] = codec.clearStreamType.rawValue
        case .box:
            head[0] = 6
        case .movieFragment:
            head[0] = 7
        case .sample(let track):
            // The fragment before says all of the track; the low bytes keep two tracks of it apart.
            head[0] = 8
            head[1] = UInt8(truncatingIfNeeded: track >> 16)
            head[2] = UInt8(truncatingIfNeeded: track >> 8)
            head[3] = UInt8(truncatingIfNeeded: track)
        }
        for index in 0..<8 { head[4 + index] = UInt8(truncatingIfNeeded: count >> (56 - 8 * index)) }
        return head
    }
}
