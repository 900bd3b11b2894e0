/// The spacing of the packets of a transport stream in a file.
package enum PacketFormat: Hashable, Sendable {
    /// 188 bytes per packet (ISO/IEC 13818-1).
    case plain
    /// 192 bytes per packet: four bytes of arrival time before each (M2TS of Blu-ray disc).
    case timestamped
    /// 204 bytes per packet: sixteen bytes of Reed-Solomon code after each (DVB).
    case errorCorrected

    /// The number of bytes from one sync byte to the next.
    package var stride: Int {
        switch self {
        case .plain: 188
        case .timestamped: 192
        case .errorCorrected: 204
        }
    }

    /// The number of bytes before the sync byte of a packet.
    package var prefixSize: Int { self == .timestamped ? 4 : 0 }

    /// The number of bytes that `detect` needs: enough for three sync bytes in the longest format.
    package static let detectionLength = 2 * 204 + 1

    /// Detects the format by three sync bytes in a row, or as many as a shorter stream has.
    ///
    /// - Parameter prefix: the first `detectionLength` bytes of the stream, or all of a shorter stream.
    /// - Returns: the format, or nil if the stream does not begin with a whole transport packet.
    package static func detect(_ prefix: Span<UInt8>) -> PacketFormat? {
        let fitting: [PacketFormat] = [.plain, .timestamped, .errorCorrected].filter { format in
            let positions = (0..<3).map { format.prefixSize + $0 * format.stride }.filter {
                $0 < prefix.count
            }
            let isWhole = prefix.count >= format.prefixSize + TransportPacket.size
            return isWhole && positions.allSatisfy { prefix[$0] == TransportPacketHeader.syncByte }
        }
        return fitting.first
    }
}
