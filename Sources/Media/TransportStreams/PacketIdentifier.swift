import Bitstreams

/// A PID: the 13 bits that identify the stream of a transport packet (ISO/IEC 13818-1 table 2-3).
package struct PacketIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The PID as a number, 0 to 0x1FFF.
    package let rawValue: UInt16

    /// Creates a PID from the low 13 bits of `rawValue`.
    package init(_ rawValue: UInt16) {
        self.rawValue = rawValue & 0x1FFF
    }

    /// The PID of the program association table.
    package static let programAssociation = PacketIdentifier(0x0000)
    /// The PID of the conditional access table.
    package static let conditionalAccess = PacketIdentifier(0x0001)
    /// The PID of the transport stream description table.
    package static let streamDescription = PacketIdentifier(0x0002)
    /// The PID of DVB's service description table (ETSI EN 300 468); ffmpeg starts every segment with one.
    static let serviceDescription = PacketIdentifier(0x0011)
    /// The PID of null packets, which carry no data.
    package static let null = PacketIdentifier(0x1FFF)

    /// The name for messages: "PID 0x0100".
    package var description: String { "PID " + rawValue.hexadecimalText }
}
