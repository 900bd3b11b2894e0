/// The contents of a transport stream.
package struct TransportStreamInspection: Sendable, Encodable {
    /// A program.
    package struct Program: Sendable, Encodable {
        /// The program_number.
        package let number: UInt16
        /// The PID of the program map in hexadecimal: `0x1000`.
        package let mapPID: String
        /// The version_number of the program map, or nil if the map is missing.
        package let version: UInt8?
        /// The PCR PID in hexadecimal, or nil if the program has none.
        package let clockPID: String?
        /// The descriptors of the program as a whole.
        package let descriptors: [DescriptorInspection]
        /// The streams, in the order of the program map.
        package let streams: [ElementaryStreamInspection]

        private enum CodingKeys: String, CodingKey {
            case number, version, descriptors, streams
            case mapPID = "map_pid"
            case clockPID = "pcr_pid"
        }
    }

    /// A PID that is not an elementary stream of a program.
    package struct OtherPID: Sendable, Encodable {
        /// The PID in hexadecimal: `0x0011`.
        package let pid: String
        /// A description of the contents, as far as known.
        package let content: String
        /// The packets and their continuity_counter errors.
        package let packets: PacketInspection
    }

    /// The number of bytes from one sync byte to the next: 188, 192 or 204.
    package let packetSize: Int
    /// The number of all packets.
    package let packets: UInt64
    /// The number of null packets.
    package let nullPackets: UInt64
    /// The number of packets with transport_error_indicator.
    package let damagedPackets: UInt64
    /// The programs, by program_number.
    package let programs: [Program]
    /// The other PIDs, in order.
    package let others: [OtherPID]

    private enum CodingKeys: String, CodingKey {
        case packets, programs
        case packetSize = "packet_size"
        case nullPackets = "null_packets"
        case damagedPackets = "damaged_packets"
        case others = "other_pids"
    }
}
