package import Ciphers
import TransportStreams

/// The MAC of the invariant of a segment, by which the key store recognizes media.
///
/// Encryption and decryption give the same records in the same order, and so the same MAC.
package struct InvariantMAC: ~Copyable {
    private var mac: MediaAuthenticationCode
    private var length: UInt64 = 0

    /// Begins a MAC without records.
    package init(key: ContentKey) throws(CipherError) {
        mac = try MediaAuthenticationCode(key: key)
    }

    /// Adds a whole record: kind, PID and length, then its bytes.
    package mutating func add(_ kind: InvariantRecord.Kind, _ bytes: Span<UInt8>) throws(CipherError) {
        try begin(kind, count: bytes.count)
        try append(bytes)
    }

    /// Begins a record of `count` bytes, which must then be given to `append`.
    package mutating func begin(_ kind: InvariantRecord.Kind, count: Int) throws(CipherError) {
        let header = Self.header(of: kind, count: count)
        try mac.update(header.span)
        length += UInt64(count)
    }

    /// Adds the next bytes of the record that `begin` began.
    package mutating func append(_ bytes: Span<UInt8>) throws(CipherError) {
        try mac.update(bytes)
    }

    /// Returns the MAC of all records.
    package consuming func finish() throws(CipherError) -> MediaMAC {
        let length = length
        return MediaMAC(bytes: try mac.finish(), length: length)
    }

    /// Returns the header of a record: one byte for the kind, two for the PID, one for the codec, eight for
    /// the length.
    ///
    /// Samples of fMP4 have the low three bytes of the track_ID in place of PID and codec.
    private static func header(of kind: InvariantRecord.Kind, count: Int) -> [12 of UInt8] {
        var header = [12 of UInt8](repeating: 0)
        switch kind {
        case .packet(let pid):
            header[0] = 1
            header[1] = UInt8(pid.rawValue >> 8)
            header[2] = UInt8(truncatingIfNeeded: pid.rawValue)
        case .adaptationField(let pid):
            header[0] = 2
            header[1] = UInt8(pid.rawValue >> 8)
            header[2] = UInt8(truncatingIfNeeded: pid.rawValue)
        case .pesPacket(let pid, let codec):
            header[0] = 3
            header[1] = UInt8(pid.rawValue >> 8)
            header[2] = UInt8(truncatingIfNeeded: pid.rawValue)
            header[3] = codec.clearStreamType.rawValue
        case .tag:
            header[0] = 4
        case .audioFrame(let codec):
            header[0] = 5
            header[3] = codec.clearStreamType.rawValue
        case .box:
            header[0] = 6
        case .movieFragment:
            header[0] = 7
        case .sample(let track):
            // The `moof` record before has the whole track_ID; the low bytes suffice to distinguish the
            // tracks of one fragment.
            header[0] = 8
            header[1] = UInt8(truncatingIfNeeded: track >> 16)
            header[2] = UInt8(truncatingIfNeeded: track >> 8)
            header[3] = UInt8(truncatingIfNeeded: track)
        }
        for index in 0..<8 { header[4 + index] = UInt8(truncatingIfNeeded: count >> (56 - 8 * index)) }
        return header
    }
}
