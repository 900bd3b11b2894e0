import Bitstreams
import TransportStreams

/// A builder for transport streams with a program, in memory.
struct StreamBuilder {
    /// A sequence parameter set from x264, of 320 by 240, and its picture parameter set.
    static let sequenceSet: [UInt8] = [
        0x67, 0x64, 0x00, 0x0D, 0xAC, 0xD9, 0x41, 0x41, 0xFB, 0x01, 0x10, 0x00, 0x00, 0x3E, 0x90, 0x00, 0x0B,
        0xB8, 0x00, 0xF1, 0x42, 0x99, 0x60,
    ]
    static let pictureSet: [UInt8] = [0x68, 0xEB, 0xE3, 0xCB, 0x22, 0xC0]

    static let videoPID: UInt16 = 0x100
    static let audioPID: UInt16 = 0x101

    /// The PID of the program map of the first program, at least 0x1000.
    var mapPID: UInt16 = 0x1000
    private(set) var bytes: [UInt8] = []
    private var counters: [UInt16: UInt8] = [:]

    /// Adds a PAT, and for each program a PMT with these descriptors and streams.
    mutating func addTables(
        _ streams: [ProgramMapTable.ElementaryStream],
        of descriptors: [ProgramDescriptor] = [],
        programs: UInt16 = 1
    ) {
        var body: [UInt8] = [0, 1, 0xC1, 0, 0]
        for program in 1...programs {
            body.append(bigEndian: program)
            body.append(bigEndian: 0xE000 | (mapPID + program - 1))
        }
        var section: [UInt8] = [0x00]
        section.append(bigEndian: UInt16(0xB000) | UInt16(body.count + 4))
        section += body
        section.append(bigEndian: CRC32MPEG.checksum(section))
        add(0, [0] + section, starts: true)
        for program in 1...programs {
            let map = ProgramMapTable(
                programNumber: program,
                pcrPID: PacketIdentifier(Self.videoPID),
                descriptors: descriptors,
                streams: streams
            )
            add(mapPID + program - 1, [0] + map.section, starts: true)
        }
    }

    /// Adds tables for a stream of H.264 and, if `hasSound`, one of AAC in French.
    mutating func addTables(hasSound: Bool = true) {
        let video = ProgramMapTable.ElementaryStream(
            type: .init(rawValue: 0x1B),
            pid: PacketIdentifier(Self.videoPID)
        )
        let sound = ProgramMapTable.ElementaryStream(
            type: .init(rawValue: 0x0F),
            pid: PacketIdentifier(Self.audioPID),
            descriptors: [ProgramDescriptor(tag: 0x0A, body: Array("fre".utf8) + [0])]
        )
        addTables(hasSound ? [video, sound] : [video])
    }

    /// Adds a PES packet that lacks the last `missing` bytes of its data.
    mutating func addPacket(
        _ pid: UInt16,
        _ data: [UInt8],
        presentation: UInt64?,
        decoding: UInt64? = nil,
        hasLength: Bool = true,
        missing: Int = 0,
        scrambled: Bool = false
    ) {
        var header: [UInt8] = []
        if let presentation {
            header += Self.stamp(presentation, prefix: decoding == nil ? 0b0010 : 0b0011)
            if let decoding { header += Self.stamp(decoding, prefix: 0b0001) }
        }
        let flags: UInt8 = presentation == nil ? 0 : decoding == nil ? 0x80 : 0xC0
        let length = hasLength ? UInt16(3 + header.count + data.count + missing) : 0
        let start: [UInt8] = [0, 0, 1, pid == Self.videoPID ? 0xE0 : 0xC0]
        let pes = start + [UInt8](bigEndian: length) + [0x80, flags, UInt8(header.count)] + header + data
        add(pid, pes, starts: true, scrambled: scrambled)
    }

    /// Adds a picture in a PES packet of its own, after a delimiter and, for a key frame, the parameter sets.
    mutating func addPicture(_ number: Int, isKey: Bool, presentation: UInt64, decoding: UInt64? = nil) {
        var data: [UInt8] = [0, 0, 0, 1, 0x09, 0xF0]
        if isKey { data += [0, 0, 0, 1] + Self.sequenceSet + [0, 0, 1] + Self.pictureSet }
        data += [0, 0, 1] + Self.slice(number, isKey: isKey)
        addPacket(
            Self.videoPID,
            data,
            presentation: presentation & 0x1_FFFF_FFFF,
            decoding: decoding.map { $0 & 0x1_FFFF_FFFF },
            hasLength: false
        )
    }

    /// Returns a NAL unit that is the only slice of a picture; it differs for each number.
    static func slice(_ number: Int, isKey: Bool) -> [UInt8] {
        [isKey ? 0x65 : 0x41, 0x88 | UInt8(number & 1)]
            + (0..<(20 + number * 37 % 900)).map { UInt8(1 + ($0 * 7 + number) % 255) }
    }

    /// Returns an ADTS frame of AAC LC, 48 kHz, stereo.
    static func frame(_ number: Int) -> [UInt8] {
        let payload = (0..<(30 + number * 13 % 300)).map { UInt8(truncatingIfNeeded: $0 &* 5 &+ number) }
        let size = payload.count + 7
        return [
            0xFF, 0xF1, 0x4C, 0x80 | UInt8(size >> 11), UInt8(size >> 3 & 0xFF), UInt8(size & 7) << 5 | 0x1F,
            0xFC,
        ] + payload
    }

    /// Adds transport packets of a PID.
    mutating func add(_ pid: UInt16, _ payload: [UInt8], starts: Bool, scrambled: Bool = false) {
        var position = 0
        while position < payload.count {
            let count = min(184, payload.count - position)
            let counter = counters[pid, default: 0]
            counters[pid] = (counter + 1) & 0x0F
            bytes += [0x47, UInt8(pid >> 8) | (starts && position == 0 ? 0x40 : 0), UInt8(pid & 0xFF)]
            let isTable = pid == 0 || pid >= 0x1000
            bytes.append(counter | (scrambled ? 0x80 : 0) | (count < 184 && !isTable ? 0x30 : 0x10))
            if count < 184, !isTable {
                let length = 183 - count
                bytes.append(UInt8(length))
                if length > 0 { bytes += [0] + [UInt8](repeating: 0xFF, count: length - 1) }
            }
            bytes += payload[position..<position + count]
            if isTable { bytes += [UInt8](repeating: 0xFF, count: 184 - count) }
            position += count
        }
    }

    private static func stamp(_ time: UInt64, prefix: UInt64) -> [UInt8] {
        let bits =
            prefix << 36 | (time >> 30 & 7) << 33 | 1 << 32 | (time >> 15 & 0x7FFF) << 17 | 1 << 16
            | (time & 0x7FFF) << 1 | 1
        return Array([UInt8](bigEndian: bits).suffix(5))
    }
}

extension StreamBuilder {
    /// Returns a stream of pictures at 25 Hz, and AAC with three frames per PES packet.
    ///
    /// The pictures are in presentation order, with a key frame every 50. Each audio time stamp is `drift`
    /// ticks later than the time stamp and samples before it imply.
    static func title(start: UInt64 = 900_000, pictures: Int = 300, drift: UInt64 = 0) -> StreamBuilder {
        var builder = StreamBuilder()
        builder.addTables()
        var frame = 0
        for picture in 0..<pictures {
            let time = start + UInt64(picture) * 3600
            builder.addPicture(picture, isKey: picture % 50 == 0, presentation: time + 3600, decoding: time)
            while UInt64(frame) * 1920 <= UInt64(picture) * 3600 {
                let data = (frame..<frame + 3).flatMap { Self.frame($0) }
                builder.addPacket(
                    audioPID,
                    data,
                    presentation: (start + UInt64(frame) * 1920 + UInt64(frame / 3) * drift) & 0x1_FFFF_FFFF
                )
                frame += 3
            }
        }
        return builder
    }
}
