import Bitstreams
import ElementaryStreams

/// Writes the ID3 tag that starts a segment of packed audio (RFC 8216bis 3.1.4; id3.org, ID3v2.4.0 main structure).
enum TimestampTag {
    /// Bytes of the owner with its end, and of the time stamp.
    private static let bodySize = TransportStreamTimestamp.owner.utf8.count + 1 + 8
    private static let headerSize = 10

    /// Bytes of a tag.
    static let size = headerSize + headerSize + bodySize

    /// The tag of a time.
    ///
    /// - Parameter time: ticks of 90 kHz, any number; written modulo 2^33.
    /// - Returns: the tag.
    static func bytes(of time: Int64) -> [UInt8] {
        var bytes = Array("ID3".utf8)
        // Version 2.4.0, no flags.
        bytes += [4, 0, 0]
        bytes += synchsafe(headerSize + bodySize)
        bytes += Array("PRIV".utf8)
        bytes += synchsafe(bodySize)
        bytes += [0, 0]
        bytes += Array(TransportStreamTimestamp.owner.utf8) + [0]
        bytes.append(bigEndian: UInt64(bitPattern: time) & UInt64(TransportClock.wrap - 1))
        return bytes
    }

    /// Four bytes of seven bits.
    private static func synchsafe(_ number: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: number >> $0) & 0x7F }
    }
}
