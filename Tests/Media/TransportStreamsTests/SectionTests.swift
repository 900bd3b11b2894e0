import Bitstreams
import Testing
import TransportStreams

/// Sections as ffmpeg 5.1 writes them (`ffmpeg -f mpegts`, H.264 and AAC), and variants of them.
struct SectionTests {
    private static let association: [UInt8] = [
        0x00, 0xB0, 0x0D, 0x00, 0x01, 0xC1, 0x00, 0x00, 0x00, 0x01, 0xF0, 0x00, 0x2A, 0xB1, 0x04, 0xB2,
    ]
    private static let map: [UInt8] = [
        0x02, 0xB0, 0x1D, 0x00, 0x01, 0xC1, 0x00, 0x00, 0xE1, 0x00, 0xF0, 0x00, 0x1B, 0xE1, 0x00, 0xF0, 0x00,
        0x0F, 0xE1, 0x01, 0xF0, 0x06, 0x0A, 0x04, 0x75, 0x6E, 0x64, 0x00, 0x08, 0x7D, 0xE8, 0x77,
    ]

    private func sections(_ payloads: [(bytes: [UInt8], start: Bool)]) throws -> [ProgramSection] {
        var assembler = SectionAssembler()
        var offset: UInt64 = 0
        var sections: [ProgramSection] = []
        for payload in payloads {
            sections += try assembler.add(payload.bytes.span, unitStart: payload.start, at: offset)
            offset += 188
        }
        if let error = assembler.unfinishedError { throw error }
        return sections
    }

    @Test func readsAssociationTable() throws {
        let table = try ProgramAssociationTable(ProgramSection(Self.association, at: 5))
        #expect(table.programs.map(\.programNumber) == [1])
        #expect(table.programs.map(\.programMapPID.rawValue) == [0x1000])
        #expect(table.networkPID == nil)
    }

    @Test func readsMapTable() throws {
        let table = try ProgramMapTable(ProgramSection(Self.map, at: 5))
        #expect(table.programNumber == 1)
        #expect(table.pcrPID.rawValue == 0x100)
        #expect(table.streams.map(\.type.rawValue) == [0x1B, 0x0F])
        #expect(table.streams.map(\.pid.rawValue) == [0x100, 0x101])
        #expect(table.streams.map { $0.descriptors.map(\.tag) } == [[], [0x0A]])
        #expect(table.streams[1].descriptors[0].body.elementsEqual([0x75, 0x6E, 0x64, 0x00]))
    }

    @Test func assemblesSectionsOverPackets() throws {
        let cut = Self.map.prefix(10)
        let rest = Self.map.dropFirst(10)
        let found = try sections([
            ([0] + cut, true),
            (rest + [0xFF, 0xFF], false),
            // pointer_field skips the end of a section that began in the packet before.
            ([0] + Self.association + cut, true),
            ([UInt8(rest.count)] + rest + Self.association + [0xFF], true),
        ])
        #expect(found.map(\.tableID) == [2, 0, 2, 0])
        #expect(found.map(\.offset) == [1, 377, 393, 565 + UInt64(rest.count)])
    }

    @Test func passesOverTheRestOfASectionWhoseStartWasNotSeen() throws {
        #expect(
            try sections([([1, 2, 3], false), ([2, 9, 9] + Self.association, true)]).map(\.offset) == [191]
        )
    }

    @Test(
        arguments: [
            ("pointer_field to the end", [([3, 0xFF, 0xFF, 0xFF], true)], 0),
            ("no pointer_field", [([], true)], 0),
            ("section cut by the next one", [([0] + map.prefix(9), true), ([0] + map, true)], 1),
            ("section cut by the pointer", [([0] + map.prefix(9), true), ([2, 1, 2] + map, true)], 1),
            ("section cut by the end", [([0] + map.prefix(9), true)], 1),
            (
                "section_length 1022 of a PAT",
                [([0, 0, 0xB3, 0xFE] + [UInt8](repeating: 0, count: 1022), true)], 2
            ),
            ("section_length 8", [([0, 0, 0xB0, 8] + [UInt8](repeating: 0, count: 8), true)], 2),
        ] as [(String, [([UInt8], Bool)], UInt64)]
    )
    func refuses(name: String, payloads: [([UInt8], Bool)], offset: UInt64) {
        let error = #expect(throws: ParseError.self) {
            try sections(payloads.map { (bytes: $0.0, start: $0.1) })
        }
        #expect(error?.offset == offset, "\(name)")
    }

    /// A 32-bit CRC detects every single wrong bit, except in the length, which is checked separately.
    @Test func noticesEveryWrongBit() {
        for bit in 0..<Self.map.count * 8 {
            var bytes = Self.map
            bytes[bit / 8] ^= 0x80 >> UInt8(bit % 8)
            let table = Result { () throws(ParseError) in
                try ProgramMapTable(try ProgramSection(bytes, at: 0))
            }
            #expect(throws: ParseError.self, "bit \(bit)") { try table.get() }
        }
    }

    @Test func refusesLoopsThatRunOver() throws {
        var bytes = Array(Self.map.dropLast(4))
        bytes[11] = 0x40
        let checksum = CRC32MPEG.checksum(bytes)
        bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
        let section = try ProgramSection(bytes, at: 0)
        #expect(throws: ParseError.truncated(offset: 12, needed: 0x40, available: 16)) {
            try ProgramMapTable(section)
        }
    }
}
