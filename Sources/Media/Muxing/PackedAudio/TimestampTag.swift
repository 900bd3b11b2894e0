import Bitstreams
import ElementaryStreams

/// A writer of the ID3 tag that starts a segment of packed audio (RFC 8216bis 3.1.4; id3.org, ID3v2.4.0 main
/// structure).
enum TimestampTag {
    /// The size of the content of the PRIV frame: the owner identifier with its terminating zero, and the
    /// time stamp.
    private static let bodySize = TransportStreamTimestamp.owner.utf8.count + 1 + 8
    private static let headerSize = 10

    /// The size of a tag in bytes.
    static let size = headerSize + headerSize + bodySize

    /// Returns the tag for a time.
    ///
    /// - Parameter time: the time in ticks of 90 kHz, written modulo 2^33; may be negative.
    /// - Returns: the tag, with a PRIV frame.
    static func bytes(of time: Int64) -> [UInt8] {
        var bytes = Array("ID3".utf8)
        // Version 2.4.0, no flags.
        bytes += [4, 0, 0]
        bytes += synchsafe(headerSize + bodySize)
        bytes += Array("PRIV".utf8)
        bytes += synchsafe(bodySize)
        bytes += [0, 0]
        bytes += Array(TransportStreamTimestamp.owner.utf8) + [0]
        bytes.append(bigEndian: UInt64(bitPattern: time) & UInt64(TransportClock.modulus - 1))
        return bytes
    }

    /// Encodes a number as four bytes of seven bits each.
    private static func synchsafe(_ number: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: number >> $0) & 0x7F }
    }
}
