/// The offsets of the parts of a transport stream of 188-byte packets, which must be valid.
struct TransportStreamOffsets {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The offsets of all packets.
    private var packets: [Int] { Array(stride(from: 0, to: bytes.count, by: 188)) }

    /// Returns the offsets of the packets of a PID.
    func packets(of pid: Int) -> [Int] { packets.filter { self.pid(at: $0) == pid } }

    func pid(at packet: Int) -> Int { Int(bytes[packet + 1] & 0x1F) << 8 | Int(bytes[packet + 2]) }

    func startsUnit(_ packet: Int) -> Bool { bytes[packet + 1] & 0x40 != 0 }

    func hasAdaptationField(_ packet: Int) -> Bool { bytes[packet + 3] & 0x20 != 0 }

    /// Returns the range of the payload of a packet.
    func payload(_ packet: Int) -> Range<Int> {
        guard bytes[packet + 3] & 0x10 != 0 else { return packet..<packet }
        return packet + 4 + (hasAdaptationField(packet) ? 1 + Int(bytes[packet + 4]) : 0)..<packet + 188
    }

    /// The PID of the program map, whose sections must fit into one packet.
    var programMapPID: Int {
        let table = payload(packets(of: 0)[0]).lowerBound
        // pointer_field, eight bytes of header, program_number.
        return Int(bytes[table + 11] & 0x1F) << 8 | Int(bytes[table + 12])
    }

    /// The offsets of all program map sections.
    var programMaps: [Int] { packets(of: programMapPID).map { payload($0).lowerBound + 1 } }

    /// Returns the offset of stream_type and the PID of each stream in a program map section.
    func streams(ofProgramMap section: Int) -> [(offset: Int, pid: Int)] {
        let end = section + 3 + Int(bytes[section + 1] & 0x0F) << 8 + Int(bytes[section + 2]) - 4
        var position = section + 12 + Int(bytes[section + 10] & 0x0F) << 8 + Int(bytes[section + 11])
        var streams: [(offset: Int, pid: Int)] = []
        while position < end {
            streams.append((position, Int(bytes[position + 1] & 0x1F) << 8 | Int(bytes[position + 2])))
            position += 5 + Int(bytes[position + 3] & 0x0F) << 8 + Int(bytes[position + 4])
        }
        return streams
    }

    /// Returns the PID of the first stream of a type.
    func pid(ofType type: UInt8) -> Int? {
        streams(ofProgramMap: programMaps[0]).first { bytes[$0.offset] == type }?.pid
    }

    /// Returns for each PES packet of a PID the offsets of its bytes, including the header.
    func pesPackets(of pid: Int) -> [[Int]] {
        var found: [[Int]] = []
        for packet in packets(of: pid) {
            if startsUnit(packet) { found.append([]) }
            if !found.isEmpty { found[found.count - 1] += Array(payload(packet)) }
        }
        return found
    }

    /// Returns the offsets of the data of a PES packet.
    func data(_ pesPacket: [Int]) -> ArraySlice<Int> { pesPacket.dropFirst(9 + Int(bytes[pesPacket[8]])) }

    /// Returns the offsets of the bytes of the first H.264 NAL unit of a type with at least `count` bytes.
    func unit(ofType type: UInt8, atLeast count: Int, in pid: Int) -> [Int]? {
        for packet in pesPackets(of: pid) {
            let data = Array(data(packet))
            let starts = data.indices.dropLast(3).filter { index in
                (0..<3).map { bytes[data[index + $0]] } == [0, 0, 1]
            }
            for (start, end) in zip(starts, starts.dropFirst().map { $0 - 1 } + [data.count])
            where bytes[data[start + 3]] & 0x1F == type && end - start - 3 >= count {
                return Array(data[start + 3..<end])
            }
        }
        return nil
    }
}

/// Returns the CRC-32 of MPEG-2, calculated bit by bit (ISO/IEC 13818-1 annex A).
func sectionChecksum(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var register: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
        register ^= UInt32(byte) << 24
        for _ in 0..<8 {
            register = register & 0x8000_0000 != 0 ? register << 1 ^ 0x04C1_1DB7 : register << 1
        }
    }
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: register >> UInt32($0)) }
}
