/// How the packets of a transport stream follow each other in a file.
package enum PacketFormat: Hashable, Sendable {
    /// 188 bytes (ISO/IEC 13818-1).
    case plain
    /// 192 bytes: four bytes of arrival time before each packet (M2TS of Blu-ray disc).
    case timestamped
    /// 204 bytes: sixteen bytes of Reed-Solomon code behind each packet (DVB).
    case errorCorrected

    /// Bytes from one packet to the next.
    package var stride: Int {
        switch self {
        case .plain: 188
        case .timestamped: 192
        case .errorCorrected: 204
        }
    }

    /// Bytes before the sync byte.
    package var prefix: Int { self == .timestamped ? 4 : 0 }

    /// Bytes that `detect` wants: three packets of the longest format begin in them.
    package static let detectionLength = 2 * 204 + 1

    /// Finds out the format from sync bytes, three in a row, or as many as a shorter stream has.
    ///
    /// - Parameter prefix: the first `detectionLength` bytes of the stream, fewer only when the stream is shorter.
    /// - Returns: the format; nil when this is no transport stream that begins with a whole packet.
    package static func detect(_ prefix: Span<UInt8>) -> PacketFormat? {
        let fitting: [PacketFormat] = [.plain, .timestamped, .errorCorrected].filter { format in
            let positions = (0..<3).map { format.prefix + $0 * format.stride }.filter { $0 < prefix.count }
            let isWhole = prefix.count >= format.prefix + TransportPacket.size
            return isWhole && positions.allSatisfy { prefix[$0] == TransportPacketHeader.syncByte }
        }
        return fitting.first
    }
}
