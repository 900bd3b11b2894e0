import Bitstreams
import TransportStreams

/// Sections in tests.
enum SectionBytes {
    /// The bytes of a text of hexadecimal digits; spaces count for nothing.
    static func hexadecimal(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }

    /// A section with its CRC_32 behind it.
    static func withChecksum(_ section: [UInt8]) -> [UInt8] {
        let checksum = CRC32MPEG.checksum(section)
        return section + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
    }

    /// A map read from hexadecimal digits.
    static func map(_ text: String) throws(ParseError) -> ProgramMapTable {
        try ProgramMapTable(ProgramSection(hexadecimal(text), at: 0))
    }

    /// A descriptor from hexadecimal digits.
    static func descriptor(_ tag: UInt8, _ text: String) -> ProgramDescriptor {
        ProgramDescriptor(tag: tag, body: hexadecimal(text))
    }

    /// A stream on a PID with descriptors of (tag, body in hexadecimal).
    static func stream(
        _ type: UInt8,
        _ pid: UInt16,
        _ descriptors: [(UInt8, String)] = []
    ) -> ProgramMapTable.ElementaryStream {
        ProgramMapTable.ElementaryStream(
            type: StreamType(rawValue: type),
            pid: PacketIdentifier(pid),
            descriptors: descriptors.map { descriptor($0.0, $0.1) }
        )
    }

    /// A map of version 0 and program 1, the clock on the first stream.
    static func map(
        _ streams: [ProgramMapTable.ElementaryStream],
        program descriptors: [(UInt8, String)] = []
    ) -> ProgramMapTable {
        ProgramMapTable(
            programNumber: 1,
            clockPID: streams.first?.pid ?? .null,
            descriptors: descriptors.map { descriptor($0.0, $0.1) },
            streams: streams
        )
    }
}
