/// What is in a transport stream.
package struct TransportStreamInspection: Sendable, Encodable {
    /// A program.
    package struct Program: Sendable, Encodable {
        /// program_number.
        package let number: UInt16
        /// The PID of its map: "0x1000".
        package let mapPID: String
        /// version_number of the map; nil where there is none.
        package let version: UInt8?
        /// The PID of its clock; nil where there is none.
        package let clockPID: String?
        /// What belongs to the program as a whole.
        package let descriptors: [DescriptorInspection]
        /// Its streams, in the order of the map.
        package let streams: [ElementaryStreamInspection]

        private enum CodingKeys: String, CodingKey {
            case number, version, descriptors, streams
            case mapPID = "map_pid"
            case clockPID = "pcr_pid"
        }
    }

    /// A PID that is no stream of a program.
    package struct OtherPID: Sendable, Encodable {
        /// "0x0011".
        package let pid: String
        /// What it holds, as far as is known.
        package let content: String
        /// Its packets, and what is with their counters.
        package let packets: PacketInspection
    }

    /// Bytes from one packet to the next: 188, 192 or 204.
    package let packetSize: Int
    /// All packets.
    package let packets: UInt64
    /// Packets without meaning.
    package let nullPackets: UInt64
    /// Packets that a receiver marked as damaged.
    package let damagedPackets: UInt64
    /// The programs, by their numbers.
    package let programs: [Program]
    /// The other PIDs, by their numbers.
    package let others: [OtherPID]

    private enum CodingKeys: String, CodingKey {
        case packets, programs
        case packetSize = "packet_size"
        case nullPackets = "null_packets"
        case damagedPackets = "damaged_packets"
        case others = "other_pids"
    }
}
