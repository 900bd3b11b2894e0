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
}
