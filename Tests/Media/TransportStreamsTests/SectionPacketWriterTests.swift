import Bitstreams
import Testing
import TransportStreams

/// Writing of sections into packets.
struct SectionPacketWriterTests {
    private static let section = ProgramMapWritingTests.sections[1]

    /// Returns a packet of PID 0x20, given the bytes after the third.
    private static func packet(_ start: Bool, _ rest: [UInt8]) -> [UInt8] {
        let bytes = [0x47, start ? 0x40 : 0x00, 0x20] + rest
        return bytes + [UInt8](repeating: 0x55, count: 188 - bytes.count)
    }

    private static func written(_ section: [UInt8], _ packet: [UInt8]) throws -> [UInt8] {
        // The bytes around the packet have to stay.
        var bytes: [UInt8] = [1, 2, 3] + packet + [4, 5]
        var span = bytes.mutableSpan
        try SectionPacketWriter.write(section, into: &span, from: 3, at: 1000)
        #expect(bytes.prefix(3) == [1, 2, 3])
        #expect(bytes.suffix(2) == [4, 5])
        return Array(bytes[3..<191])
    }

    private static func stuffed(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0xFF, count: 188 - bytes.count)
    }

    @Test(
        arguments: [
            ("a payload alone", packet(true, [0x19, 0]), [0x47, 0x40, 0x20, 0x19]),
            ("the rest of a section", packet(false, [0x19]), [0x47, 0x40, 0x20, 0x19]),
            (
                "stuffing in front, as Shaka Packager does",
                packet(true, [0x39, 0x88, 0x00] + [UInt8](repeating: 0xFF, count: 0x87)),
                [0x47, 0x40, 0x20, 0x19]
            ),
            ("an adaptation field of one byte", packet(true, [0x39, 0]), [0x47, 0x40, 0x20, 0x19]),
            (
                "a discontinuity_indicator and stuffing",
                packet(true, [0x39, 4, 0x80, 0xFF, 0xFF, 0xFF]),
                [0x47, 0x40, 0x20, 0x39, 1, 0x80]
            ),
            (
                "private data and stuffing",
                packet(true, [0x39, 5, 0x02, 2, 7, 8, 0xFF]),
                [0x47, 0x40, 0x20, 0x39, 4, 0x02, 2, 7, 8]
            ),
            (
                "error indicator and priority stay",
                [0x47, 0xA0, 0x20, 0x1F] + [UInt8](repeating: 0, count: 184),
                [0x47, 0xE0, 0x20, 0x1F]
            ),
        ] as [(String, [UInt8], [UInt8])]
    )
    func replacesThePayload(name: String, packet: [UInt8], start: [UInt8]) throws {
        #expect(try Self.written(Self.section, packet) == Self.stuffed(start + [0] + Self.section), "\(name)")
    }

    @Test func takes183Bytes() throws {
        let section = [UInt8](repeating: 0x11, count: 183)
        #expect(
            try Self.written(section, Self.packet(true, [0x19, 0])) == [0x47, 0x40, 0x20, 0x19, 0] + section
        )
    }

    @Test(
        arguments: [
            ("184 bytes", 184, packet(true, [0x10])),
            ("183 bytes beside a flag", 183, packet(true, [0x30, 1, 0x80])),
            ("no payload", 20, packet(true, [0x20, 183, 0] + [UInt8](repeating: 0xFF, count: 182))),
            ("no sync byte", 20, [UInt8](repeating: 0, count: 188)),
            ("an adaptation field that is too long", 20, packet(true, [0x30, 183, 0])),
        ] as [(String, Int, [UInt8])]
    )
    func refuses(name: String, size: Int, packet: [UInt8]) {
        #expect(throws: ParseError.self, "\(name)") {
            try Self.written([UInt8](repeating: 0, count: size), packet)
        }
    }

    @Test(arguments: [-1, 1])
    func refusesAPlaceOutside(start: Int) {
        var bytes = [UInt8](repeating: 0x47, count: 188)
        #expect(throws: ParseError.self) {
            var span = bytes.mutableSpan
            try SectionPacketWriter.write(Self.section, into: &span, from: start, at: 0)
        }
    }
}
