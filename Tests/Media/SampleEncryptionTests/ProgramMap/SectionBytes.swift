import Bitstreams
import TransportStreams

/// MPEG-2 sections for tests.
enum SectionBytes {
    /// Returns the bytes of hexadecimal digits; spaces are ignored.
    static func hexadecimal(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }

    /// Returns a section followed by its CRC_32.
    static func withChecksum(_ section: [UInt8]) -> [UInt8] {
        let checksum = CRC32MPEG.checksum(section)
        return section + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
    }

    /// Returns a program map parsed from hexadecimal digits.
    static func map(_ text: String) throws(ParseError) -> ProgramMapTable {
        try ProgramMapTable(ProgramSection(hexadecimal(text), at: 0))
    }

    /// Returns a descriptor whose body is given in hexadecimal digits.
    static func descriptor(_ tag: UInt8, _ text: String) -> ProgramDescriptor {
        ProgramDescriptor(tag: tag, body: hexadecimal(text))
    }

    /// Returns a stream on a PID, with descriptors given as tag and body in hexadecimal digits.
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

    /// Returns a map of version 0 and program 1, with the PCR on the first stream.
    static func map(
        _ streams: [ProgramMapTable.ElementaryStream],
        program descriptors: [(UInt8, String)] = []
    ) -> ProgramMapTable {
        ProgramMapTable(
            programNumber: 1,
            pcrPID: streams.first?.pid ?? .null,
            descriptors: descriptors.map { descriptor($0.0, $0.1) },
            streams: streams
        )
    }
}
