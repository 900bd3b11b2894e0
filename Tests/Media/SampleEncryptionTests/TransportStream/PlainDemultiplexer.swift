/// A simple independent demultiplexer, packet by packet.
struct PlainDemultiplexer {
    struct Packet: Hashable {
        let pid: UInt16
        let start: Bool
        let counter: UInt8
        /// Indicates whether the packet has a payload, and so is counted by the continuity counter.
        let hasPayload: Bool
        /// The flags and fields of the adaptation field without stuffing; empty if there are none.
        let field: [UInt8]
        let payload: [UInt8]
        let bytes: [UInt8]
    }

    let packets: [Packet]

    init(_ bytes: [UInt8]) {
        packets = stride(from: 0, to: bytes.count, by: 188).map { Self.packet(Array(bytes[$0..<$0 + 188])) }
    }

    private static func packet(_ bytes: [UInt8]) -> Packet {
        let hasField = bytes[3] & 0x20 != 0
        let end = hasField ? 5 + Int(bytes[4]) : 4
        var field: [UInt8] = []
        if hasField, bytes[4] > 0, bytes[5] != 0 {
            // Handles only fields that the tests write: a PCR, private data, or flags alone.
            let size = bytes[5] & 0x10 != 0 ? 6 : bytes[5] & 2 != 0 ? 1 + Int(bytes[6]) : 0
            field = Array(bytes[5...5 + size])
        }
        return Packet(
            pid: UInt16(bytes[1] & 0x1F) << 8 | UInt16(bytes[2]),
            start: bytes[1] & 0x40 != 0,
            counter: bytes[3] & 15,
            hasPayload: bytes[3] & 0x10 != 0,
            field: field,
            payload: bytes[3] & 0x10 != 0 ? Array(bytes[end...]) : [],
            bytes: bytes
        )
    }

    /// Returns the packets of a PID with payload, without duplicates.
    func payloads(_ pid: UInt16) -> [Packet] {
        var result: [Packet] = []
        var last: UInt8?
        for packet in packets where packet.pid == pid && packet.hasPayload && packet.counter != last {
            last = packet.counter
            if !packet.payload.isEmpty { result.append(packet) }
        }
        return result
    }

    /// Returns the PES packets of a PID: header and data.
    func pesPackets(_ pid: UInt16) -> [(header: [UInt8], data: [UInt8])] {
        var result: [[UInt8]] = []
        for packet in payloads(pid) {
            if packet.start { result.append([]) }
            result[result.count - 1] += packet.payload
        }
        return result.map { bytes in
            let size = 9 + Int(bytes[8])
            return (Array(bytes.prefix(size)), Array(bytes.dropFirst(size)))
        }
    }
}
