import TransportStreams

/// A builder for small transport stream segments, packet by packet.
struct SegmentBuilder {
    /// The PID of the program map, as in ffmpeg.
    static let mapPID: UInt16 = 0x1000

    private(set) var bytes: [UInt8] = []
    private var counters: [UInt16: UInt8] = [:]

    /// Appends a packet: `field` is the adaptation field without its length byte, stuffed to fill the packet.
    mutating func packet(
        _ pid: UInt16,
        _ payload: [UInt8],
        start: Bool = false,
        field: [UInt8]? = nil,
        counter: UInt8? = nil
    ) {
        let free = 184 - payload.count
        var middle: [UInt8] = []
        if field != nil || free > 0 {
            let content = field ?? (free > 1 ? [0] : [])
            middle = [UInt8(free - 1)] + content
            middle += [UInt8](repeating: 0xFF, count: free - middle.count)
        }
        let number = counter ?? (counters[pid, default: 15] &+ (payload.isEmpty ? 0 : 1)) & 15
        counters[pid] = number
        let control: UInt8 = (middle.isEmpty ? 0 : 0x20) | (payload.isEmpty ? 0 : 0x10)
        bytes += [
            0x47, UInt8(pid >> 8) | (start ? 0x40 : 0), UInt8(truncatingIfNeeded: pid), control | number,
        ]
        bytes += middle + payload
    }

    /// The kind of a packet without payload bytes.
    enum Emptiness {
        /// An empty payload after an adaptation field that fills the packet.
        case payload
        /// The reserved adaptation_field_control: neither payload nor adaptation field.
        case reserved
    }

    /// Appends a packet without payload bytes.
    mutating func emptyPacket(_ pid: UInt16, _ emptiness: Emptiness, counter: UInt8) {
        counters[pid] = counter
        let head = [0x47, UInt8(pid >> 8), UInt8(truncatingIfNeeded: pid)]
        switch emptiness {
        case .payload: bytes += head + [0x30 | counter, 183, 0] + [UInt8](repeating: 0xFF, count: 182)
        case .reserved: bytes += head + [counter] + [UInt8](repeating: 0x47, count: 184)
        }
    }

    /// Appends a section, cut into payloads of `size` bytes.
    mutating func section(_ pid: UInt16, _ section: [UInt8], size: Int = 184) {
        let all = [0] + section
        for start in stride(from: 0, to: all.count, by: size) {
            packet(pid, Array(all[start..<min(start + size, all.count)]), start: start == 0)
        }
    }

    /// Appends a PAT of version 0 with these programs: number and map PID.
    mutating func association(_ programs: [(UInt16, UInt16)] = [(1, mapPID)], current: Bool = true) {
        let body = programs.flatMap { program in
            [program.0 >> 8, program.0, 0xE0 | program.1 >> 8, program.1].map {
                UInt8(truncatingIfNeeded: $0)
            }
        }
        section(
            0,
            SectionBytes.withChecksum(
                [0, 0xB0, UInt8(9 + body.count), 0, 1, current ? 0xC1 : 0xC0, 0, 0] + body
            )
        )
    }

    /// Appends a PAT and a program map.
    mutating func tables(_ streams: [(UInt8, UInt16)]) {
        association()
        map(streams)
    }

    /// Appends a program map of streams: type and PID.
    mutating func map(_ streams: [(UInt8, UInt16)], size: Int = 184) {
        section(
            Self.mapPID,
            SectionBytes.map(streams.map { SectionBytes.stream($0.0, $0.1) }).section,
            size: size
        )
    }

    /// Appends a PES packet with a PTS of 900000, cut into transport packets.
    mutating func pes(_ pid: UInt16, _ streamID: UInt8, _ data: [UInt8]) {
        let length = UInt16(truncatingIfNeeded: data.count + 8)
        var all: [UInt8] = [0, 0, 1, streamID, UInt8(length >> 8), UInt8(truncatingIfNeeded: length)]
        all += [0x80, 0x80, 5, 0x21, 0x00, 0x37, 0x77, 0x41] + data
        for start in stride(from: 0, to: all.count, by: 184) {
            packet(pid, Array(all[start..<min(start + 184, all.count)]), start: start == 0)
        }
    }

    /// Returns the packets in another format: with 4 bytes before or 16 bytes after each.
    func bytes(as format: PacketFormat) -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 188) {
            result += [UInt8](repeating: 0xA5, count: format.prefixSize) + bytes[start..<start + 188]
            result += [UInt8](repeating: 0x5A, count: format.stride - format.prefixSize - 188)
        }
        return result
    }
}

/// Audio frames with headers written by hand.
enum TestFrames {
    /// AC-3 of 32 kbit/s at 48 kHz (fscod 0, frmsizecod 0): 128 bytes, bsid 8.
    static let ac3: [UInt8] =
        [0x0B, 0x77, 0xE1, 0xC1, 0x00, 0x40, 0x43, 0xE1, 0x06, 0xF0] + [UInt8](repeating: 9, count: 118)

    /// Returns an ADTS frame of AAC LC, 48 kHz, stereo, without CRC.
    static func aac(_ size: Int = 100) -> [UInt8] {
        let length = UInt16(size)
        var frame: [UInt8] = [0xFF, 0xF1, 0x4C, 0x80 | UInt8(length >> 11)]
        frame += [UInt8(length >> 3 & 0xFF), UInt8(length & 7) << 5 | 0x1F, 0xFC]
        return frame + [UInt8](repeating: 0x21, count: size - 7)
    }
}
