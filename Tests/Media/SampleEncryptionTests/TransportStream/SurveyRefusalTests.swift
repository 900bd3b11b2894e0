import Bitstreams
import SampleEncryption
import Testing
import TransportStreams

/// Segments that cannot be protected: malformed or unsupported ones.
struct SurveyRefusalTests {
    /// A segment, and the expected error.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let expected: SampleEncryptionError

        init(_ name: String, _ expected: SampleEncryptionError, _ build: (inout SegmentBuilder) -> Void) {
            var segment = SegmentBuilder()
            build(&segment)
            testDescription = name
            bytes = segment.bytes
            self.expected = expected
        }

        init(_ name: String, _ expected: SampleEncryptionError, bytes: [UInt8]) {
            testDescription = name
            self.bytes = bytes
            self.expected = expected
        }
    }

    /// Returns PAT, program map and a picture; the map is the second packet.
    private static func segment(_ types: [(UInt8, UInt16)] = [(0x1B, 0x100)]) -> [UInt8] {
        var segment = SegmentBuilder()
        segment.tables(types)
        segment.pes(0x100, 0xE0, [UInt8](repeating: 0, count: 600))
        return segment.bytes
    }

    private static func changed(_ position: Int, _ value: UInt8) -> [UInt8] {
        var bytes = segment([(0x1B, 0x100), (0x81, 0x101)])
        bytes[position] = value
        return bytes
    }

    private static let malformed: [Case] = [
        Case("no bytes", .malformed(.truncated(offset: 0, needed: 188, available: 0)), bytes: []),
        Case(
            "lost sync",
            .malformed(
                .invalid(offset: 564, field: "byte", found: "0x46", expected: "sync byte 0x47")
            ),
            bytes: changed(564, 0x46)
        ),
        Case(
            "a partial packet at the end",
            .malformed(.truncated(offset: 1128, needed: 188, available: 3)),
            bytes: segment([(0x1B, 0x100), (0x81, 0x101)]) + [0x47, 0x40, 0x00]
        ),
        Case(
            "transport_error_indicator",
            .malformed(
                .invalid(offset: 565, field: "transport_error_indicator", found: "1", expected: "0")
            ),
            bytes: changed(565, 0x81)
        ),
        Case(
            "a wrong CRC",
            .malformed(
                .invalid(
                    offset: 188 + 188 - 26,
                    field: "section of table_id 0x02",
                    found: "with a wrong CRC_32",
                    expected: "CRC_32 0x"
                )
            ),
            bytes: changed(188 + 188 - 5, 0xFF)
        ),
        Case(
            "no PAT",
            .malformed(.missing(offset: 0, "program association table, nor an EXT-X-MAP with one"))
        ) {
            $0.pes(0x100, 0xE0, [UInt8](repeating: 0, count: 600))
        },
        Case(
            "no PMT",
            .malformed(
                .missing(offset: 0, "program map of program 1 on PID 0x1000, nor an EXT-X-MAP with one")
            )
        ) {
            $0.association()
            $0.pes(0x100, 0xE0, [UInt8](repeating: 0, count: 600))
        },
        Case(
            "no program",
            .malformed(.missing(offset: 172, "program in the program association table"))
        ) { $0.association([(0, 0x10)]) },
        Case(
            "one PID for two streams",
            .malformed(elementaryPID(at: 350, "0x0100"))
        ) { $0.tables([(0x1B, 0x100), (0x0F, 0x100)]) },
        Case("a stream on the PID of the map", .malformed(elementaryPID(at: 355, "0x1000"))) {
            $0.tables([(0x1B, 0x1000)])
        },
        Case("a stream of null packets", .malformed(elementaryPID(at: 355, "0x1FFF"))) {
            $0.tables([(0x1B, 0x1FFF)])
        },
        Case(
            "a map of two sections",
            .malformed(
                .invalid(
                    offset: 361,
                    field: "section_number and last_section_number of a program map",
                    found: "0 and 1",
                    expected: "0 and 0"
                )
            )
        ) {
            $0.association()
            let map = SectionBytes.map([SectionBytes.stream(0x1B, 0x100)]).section.dropLast(4)
            $0.section(0x1000, SectionBytes.withChecksum(map.prefix(7) + [1] + map.dropFirst(8)))
        },
        Case(
            "descriptors past the end of the map",
            .malformed(.truncated(offset: 372, needed: 1, available: 0))
        ) {
            $0.association()
            let map = SectionBytes.map([SectionBytes.stream(0x1B, 0x100)]).section.dropLast(4)
            $0.section(0x1000, SectionBytes.withChecksum(map.dropLast() + [1]))
        },
    ]

    private static let unsupported: [Case] = [
        Case("two programs", unsupported(at: 168, "2 programs")) {
            $0.association([(1, 0x1000), (2, 0x1001)])
        },
        Case(
            "a PAT for later",
            unsupported(
                at: 172,
                "a program association table that is not in force yet (current_next_indicator 0)"
            )
        ) { $0.association(current: false) },
        Case("a PAT of two sections", unsupported(at: 172, "a program association table of several sections"))
        {
            let section: [UInt8] = [0, 0xB0, 13, 0, 1, 0xC1, 0, 1, 0, 1, 0xF0, 0]
            $0.section(0, SectionBytes.withChecksum(section))
        },
        Case(
            "a PAT that changes",
            unsupported(at: 360, "a program association table that changes within the segment")
        ) {
            $0.association()
            $0.association([(2, 0x1000)])
        },
        Case(
            "a map for later",
            unsupported(at: 355, "a program map that is not in force yet (current_next_indicator 0)")
        ) {
            $0.association()
            var map = Array(SectionBytes.map([SectionBytes.stream(0x1B, 0x100)]).section.dropLast(4))
            map[5] &= 0xFE
            $0.section(0x1000, SectionBytes.withChecksum(map))
        },
        Case(
            "another table on the PID of the map",
            unsupported(at: 355, "a section of table_id 0x42 on the PID of the program map")
        ) {
            $0.association()
            let section: [UInt8] = [0x42, 0xB0, 0x12, 0, 1, 0xC1, 0, 0] + [UInt8](repeating: 0, count: 9)
            $0.section(0x1000, SectionBytes.withChecksum(section))
        },
        Case(
            "the map of another program",
            unsupported(at: 360, "the map of another program (1) on the PID of the program map")
        ) {
            $0.association([(7, 0x1000)])
            $0.map([])
        },
        Case("HEVC", unsupported(at: 355, "HEVC on PID 0x0100 (stream_type 0x24)")) {
            $0.tables([(0x24, 0x100)])
        },
        Case(
            "a type that is not known",
            unsupported(at: 350, "an unknown stream_type on PID 0x0101 (stream_type 0x99)")
        ) { $0.tables([(0x1B, 0x100), (0x99, 0x101)]) },
        Case("nothing but data", unsupported(at: 355, "a program without video and audio")) {
            $0.tables([(0x15, 0x100)])
            $0.pes(0x100, 0xBD, [1, 2, 3])
        },
        Case(
            "a PES packet from before",
            unsupported(at: 376, "a PES packet on PID 0x0101 that began before the segment")
        ) {
            $0.tables([(0x0F, 0x101)])
            $0.packet(0x101, [UInt8](repeating: 0, count: 184))
        },
        Case(
            "a map that changes",
            unsupported(at: 538, "a program map that changes within the segment")
        ) {
            $0.tables([(0x0F, 0x101)])
            $0.map([(0x0F, 0x101), (0x1B, 0x100)])
        },
    ]

    private static func elementaryPID(at offset: UInt64, _ found: String) -> ParseError {
        .invalid(offset: offset, field: "elementary_PID", found: found, expected: "")
    }

    private static func unsupported(at offset: UInt64, _ what: String) -> SampleEncryptionError {
        .unsupported(offset: offset, what: what, remedy: "")
    }

    @Test(arguments: malformed + unsupported)
    func refuses(input: Case) {
        let error = #expect(throws: SampleEncryptionError.self) {
            try TransportStreamSurveyorTests.survey(input.bytes)
        }
        switch (error, input.expected) {
        case (
            .unsupported(let offset, let what, let remedy)?, .unsupported(let expectedOffset, let expected, _)
        ):
            #expect(what == expected)
            #expect(offset == expectedOffset)
            #expect(!remedy.isEmpty)
        case (.malformed(let found)?, .malformed(let expected)):
            #expect(found.offset == expected.offset)
            #expect(found.found == expected.found)
        default:
            Issue.record("\(error as Any)")
        }
    }

    @Test(arguments: [0xDB, 0xCF, 0xC1, 0xC2] as [UInt8])
    func refusesProtectedStreams(type: UInt8) {
        var segment = SegmentBuilder()
        segment.tables([(type, 0x100)])
        let error = #expect(throws: SampleEncryptionError.self) {
            try TransportStreamSurveyorTests.survey(segment.bytes)
        }
        guard case .alreadyEncrypted(_, let what)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(what.hasPrefix("stream_type 0x") && what.hasSuffix(" on PID 0x0100"))
    }

    @Test func refusesProtectionUnderClearTypes() {
        var segment = SegmentBuilder()
        segment.association()
        segment.section(
            0x1000,
            SectionBytes.map([SectionBytes.stream(0x1B, 0x100, [(0x0F, "7a617663")])]).section
        )
        let error = #expect(throws: SampleEncryptionError.self) {
            try TransportStreamSurveyorTests.survey(segment.bytes)
        }
        guard case .alreadyEncrypted? = error else {
            Issue.record("\(error as Any)")
            return
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt8])
    func refusesScrambledPackets(control: UInt8) {
        var bytes = Self.segment([(0x1B, 0x100), (0x81, 0x101)])
        bytes[2 * 188 + 3] |= control << 6
        let error = #expect(throws: SampleEncryptionError.self) {
            try TransportStreamSurveyorTests.survey(bytes)
        }
        guard case .malformed(let fault)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(fault.offset == 2 * 188 + 3)
    }

    /// Counter 5 follows 3 on a stream that is to be protected.
    @Test func refusesAJumpOfTheCounter() {
        var segment = SegmentBuilder()
        segment.tables([(0x81, 0x101)])
        segment.packet(0x101, [0, 0, 1, 0xBD, 0, 0, 0x80, 0, 0], start: true, counter: 3)
        segment.packet(0x101, [1], counter: 5)
        let error = #expect(throws: SampleEncryptionError.self) {
            try TransportStreamSurveyorTests.survey(segment.bytes)
        }
        guard case .malformed(.invalid(3 * 188 + 3, "continuity_counter of PID 0x0101", "5", "4"))? = error
        else {
            Issue.record("\(error as Any)")
            return
        }
    }

    /// A discontinuity_indicator allows the jump.
    @Test func allowsAnAnnouncedJump() throws {
        var segment = SegmentBuilder()
        segment.tables([(0x81, 0x101)])
        segment.packet(0x101, [0, 0, 1, 0xBD, 0, 0, 0x80, 0, 0], start: true, counter: 3)
        segment.packet(0x101, TestFrames.ac3, field: [0x80], counter: 9)
        #expect(try TransportStreamSurveyorTests.survey(segment.bytes).survey.streams[0].setup != nil)
    }
}
