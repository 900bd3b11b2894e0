import Bitstreams

/// A PID: 13 bits that name the stream a transport packet belongs to (ISO/IEC 13818-1 table 2-3).
package struct PacketIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// 0 to 0x1FFF.
    package let rawValue: UInt16

    /// Takes the low 13 bits of `rawValue`.
    package init(_ rawValue: UInt16) {
        self.rawValue = rawValue & 0x1FFF
    }

    /// The program association table.
    package static let programAssociation = PacketIdentifier(0x0000)
    /// The conditional access table.
    package static let conditionalAccess = PacketIdentifier(0x0001)
    /// The transport stream description table.
    package static let streamDescription = PacketIdentifier(0x0002)
    /// DVB's service description table (ETSI EN 300 468); ffmpeg opens every segment with one.
    package static let serviceDescription = PacketIdentifier(0x0011)
    /// Packets without meaning.
    package static let null = PacketIdentifier(0x1FFF)

    /// "PID 0x0100".
    package var description: String { "PID " + rawValue.hexadecimalText }
}
