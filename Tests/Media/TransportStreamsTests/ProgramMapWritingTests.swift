import Bitstreams
import TestRandomness
import Testing
import TransportStreams

/// Writing of program maps.
struct ProgramMapWritingTests {
    /// Sections that other programs wrote; their CRC_32 was checked with a bitwise CRC in Python.
    ///
    /// Shaka Packager 3.8 (H.264; E-AC-3 protected), ffmpeg 5.1 (H.264 with AC-3 and its language).
    static let sections: [[UInt8]] = [
        "02b0120001c10000e050f0001be050f000434997be",
        "02b02b0001c30000e050f000c2e050f0190f04656333640511617061647a6563330000010501802004009f146a37",
        "02b0230001c10000e100f0001be100f00081e101f00c050441432d330a04756e6400966c7c9e",
    ].map(Hexadecimal.bytes)

    @Test(arguments: sections)
    func givesBackWhatWasRead(section: [UInt8]) throws {
        let table = try ProgramMapTable(ProgramSection(section, at: 0))
        #expect(table.sectionSize == section.count)
        #expect(table.section == section)
    }

    /// The first section, built from values, gets Shaka Packager's CRC_32.
    @Test func writesFromValues() {
        let table = ProgramMapTable(
            programNumber: 1,
            pcrPID: PacketIdentifier(0x50),
            streams: [
                ProgramMapTable.ElementaryStream(
                    type: StreamType(rawValue: 0x1B),
                    pid: PacketIdentifier(0x50)
                )
            ]
        )
        #expect(table.section == Self.sections[0])
    }

    @Test func changesOneFieldAndTheCRC() throws {
        var table = try ProgramMapTable(ProgramSection(Self.sections[0], at: 0))
        table.version = 1
        var expected = Self.sections[0]
        expected[5] = 0xC3
        #expect(Array(table.section.dropLast(4)) == Array(expected.dropLast(4)))
        #expect(CRC32MPEG.checksum(table.section) == 0)
    }

    /// Reserved bits are kept.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func keepsEveryBit(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let section = Self.randomSection(&random)
        let table = try ProgramMapTable(ProgramSection(section, at: 0))
        #expect(table.section == section, "seed \(seed)")
    }

    /// Returns a section with random values wherever the syntax allows.
    private static func randomSection(_ random: inout SeededGenerator) -> [UInt8] {
        func loop(_ random: inout SeededGenerator, most: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...most, using: &random) {
                let body = random.bytes(Int.random(in: 0...40, using: &random))
                bytes += [UInt8.random(in: 0...255, using: &random), UInt8(body.count)] + body
            }
            let length = UInt16(bytes.count) | UInt16.random(in: 0...15, using: &random) << 12
            return [UInt8(length >> 8), UInt8(truncatingIfNeeded: length)] + bytes
        }
        var body = random.bytes(2) + loop(&random, most: 3)
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            body += random.bytes(3) + loop(&random, most: 3)
        }
        let length = UInt16(5 + body.count + 4) | 0x8000 | UInt16.random(in: 0...7, using: &random) << 12
        let start: [UInt8] = [2, UInt8(length >> 8), UInt8(truncatingIfNeeded: length)]
        return Hexadecimal.withChecksum(start + random.bytes(5) + body)
    }
}
