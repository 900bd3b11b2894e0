import Bitstreams
import SampleEncryption
import Testing
import TransportStreams

/// Segments that the encryptor refuses, by ISO/IEC 13818-1 and by how HLS cuts segments.
struct SegmentRefusalTests {
    /// A malformed segment, the offset and the text of the error.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let offset: UInt64
        let text: String

        init(_ name: String, at offset: UInt64, _ text: String, _ build: (inout SegmentBuilder) -> Void) {
            var segment = SegmentBuilder()
            segment.tables(SegmentRefusalTests.streams)
            build(&segment)
            self.init(name, at: offset, text, bytes: segment.bytes)
        }

        init(_ name: String, at offset: UInt64, _ text: String, bytes: [UInt8]) {
            testDescription = name
            self.bytes = bytes
            self.offset = offset
            self.text = text
        }
    }

    // SegmentBuilder puts stuffing before the payload of a packet that is not full, so the payload ends with
    // the packet.
    private static let streams: [(UInt8, UInt16)] = [(0x1B, 0x100), (0x0F, 0x101)]
    private static let unit: [UInt8] = [0, 0, 0, 1, 0x65] + [UInt8](repeating: 7, count: 400)

    /// PAT and PMT are packets 0 and 1; a picture of 417 bytes is in packets 2 to 4.
    private static func picture(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var segment = SegmentBuilder()
        segment.tables(streams)
        segment.pes(0x100, 0xE0, unit)
        var bytes = segment.bytes
        change(&bytes)
        return bytes
    }

    static let cases: [Case] = [
        Case("lost sync", at: 564, "sync byte", bytes: picture { $0[564] = 0x48 }),
        Case("transport error", at: 377, "transport_error_indicator", bytes: picture { $0[377] |= 0x80 }),
        Case("scrambled", at: 379, "transport_scrambling_control", bytes: picture { $0[379] |= 0x80 }),
        Case(
            "a counter of another packet",
            at: 567,
            "continuity_counter",
            bytes: picture { $0[567] ^= 0x02 }
        ),
        Case(
            "a packet of the stream with neither field nor payload, which is discarded",
            at: 755,
            "continuity_counter of PID 0x0100 2, expected 1",
            bytes: picture { $0[567] &= 0xCF }
        ),
        Case(
            "adaptation field too long",
            at: 756,
            "adaptation_field_length 184, expected at most 183",
            bytes: picture { $0[756] = 184 }
        ),
        Case("a byte too few", at: 752, "187 bytes", bytes: Array(picture { _ in }.dropLast())),
        Case("a packet too few", at: 752, "bytes", bytes: Array(picture { _ in }.dropLast(188))),
        Case(
            "no start code of a PES packet",
            at: 382,
            "packet_start_code_prefix",
            bytes: picture { $0[382] = 2 }
        ),
        Case("marker bits", at: 386, "marker bits", bytes: picture { $0[386] = 0x40 }),
        Case("PES scrambled", at: 386, "PES_scrambling_control", bytes: picture { $0[386] = 0x90 }),
        Case("DTS without PTS", at: 387, "PTS_DTS_flags", bytes: picture { $0[387] = 0x40 }),
        Case(
            "header longer than the packet",
            at: 388,
            "PES_header_data_length",
            bytes: picture { $0.replaceSubrange(384..<386, with: [0, 5]) }
        ),
        Case("padding stream", at: 383, "stream_id", bytes: picture { $0[383] = 0xBE }),
        Case("PES packet shorter than its data", at: 920, "after the end", bytes: picture { $0[385] -= 20 }),
        Case("PES packet longer than its data", at: 940, "bytes", bytes: picture { $0[385] += 20 }),
        Case("no start code of a NAL unit", at: 394, "inside of a NAL unit", bytes: picture { $0[394] = 9 }),
        Case("data partition", at: 398, "data partitioning", bytes: picture { $0[398] = 0x62 }),
        Case("packet without start", at: 376, "begins before the segment") {
            $0.packet(0x100, [UInt8](repeating: 0, count: 184))
        },
        Case("PES packets of audio without length", at: 459, "PES_packet_length") {
            $0.packet(0x101, [0, 0, 1, 0xC0, 0, 0, 0x80, 0, 0] + TestFrames.aac(100), start: true)
        },
        Case("audio that begins inside of a frame", at: 394, "inside of a frame") {
            $0.pes(0x101, 0xC0, Array(TestFrames.aac().dropFirst(30)) + TestFrames.aac())
        },
        Case("audio that goes on behind the segment", at: 554, "continues after the segment") {
            $0.pes(0x101, 0xC0, TestFrames.aac() + TestFrames.aac().dropLast(90))
        },
        Case("no frame behind a frame", at: 650, "syncword") {
            $0.pes(0x101, 0xC0, TestFrames.aac())
            $0.pes(0x101, 0xC0, [0xFF, 0xE0] + TestFrames.aac())
        },
        Case("a jump of the counter", at: 567, "continuity_counter") {
            $0.packet(0x100, [0, 0, 1, 0xE0, 0, 0, 0x80, 0, 0] + unit.prefix(100), start: true, counter: 3)
            $0.packet(0x100, [UInt8](repeating: 1, count: 184), counter: 5)
        },
        Case("a duplicate too many", at: 755, "continuity_counter") { segment in
            let payload = [0, 0, 1, 0xE0, 0, 0, 0x80, 0, 0] + unit.prefix(100)
            for _ in 0..<3 { segment.packet(0x100, Array(payload), start: true, counter: 3) }
        },
        Case("start codes and nothing else", at: 3_065_784, "more than 1000000") {
            $0.packet(0x100, [0, 0, 1, 0xE0, 0, 0, 0x80, 0, 0] + unit.prefix(175), start: true)
            let codes = Array(repeatElement([0, 0, 1] as [UInt8], count: 1_000_123).joined())
            for start in stride(from: 0, to: codes.count, by: 184) {
                $0.packet(0x100, Array(codes[start..<min(start + 184, codes.count)]))
            }
        },
        Case("a map that changes", at: 543, "program map") { $0.map([(0x1B, 0x100)]) },
        Case("a map with a wrong CRC", at: 350, "CRC_32", bytes: picture { $0[360] ^= 1 }),
    ]

    @Test(arguments: cases)
    func refuses(_ wrong: Case) throws {
        let survey = TransportStreamSurvey(
            packetFormat: .plain,
            hasTables: true,
            programMapPID: PacketIdentifier(SegmentBuilder.mapPID),
            programMap: SectionBytes.map(Self.streams.map { SectionBytes.stream($0.0, $0.1) }),
            streams: [
                .init(pid: PacketIdentifier(0x100), codec: .avc),
                .init(
                    pid: PacketIdentifier(0x101),
                    codec: .aac,
                    setup: AudioSetupInformation(audioType: .zaac, setupData: [0x11, 0x90])
                ),
            ]
        )
        let error = #expect(throws: SampleEncryptionError.self) {
            try SegmentRun.encrypt(wrong.bytes, survey)
        }
        guard let error else { return }
        switch error {
        case .malformed(let error):
            #expect(error.offset == wrong.offset)
            #expect(error.description.contains(wrong.text), "\(error)")
        case .unsupported(let offset, let what, _):
            #expect(offset == wrong.offset)
            #expect(what.contains(wrong.text), "\(what)")
        case .alreadyEncrypted, .cipher: Issue.record(error)
        }
    }

    /// Offsets in errors are those in the file, also for longer packets.
    @Test(arguments: [PacketFormat.timestamped, .errorCorrected])
    func countsInTheFile(format: PacketFormat) throws {
        var segment = SegmentBuilder()
        segment.tables([(0x1B, 0x100)])
        segment.packet(0x100, [UInt8](repeating: 0, count: 184))
        let survey = TransportStreamSurvey(
            packetFormat: format,
            hasTables: true,
            programMapPID: PacketIdentifier(SegmentBuilder.mapPID),
            programMap: SectionBytes.map([SectionBytes.stream(0x1B, 0x100)]),
            streams: [.init(pid: PacketIdentifier(0x100), codec: .avc)]
        )
        let error = #expect(throws: SampleEncryptionError.self) {
            try SegmentRun.encrypt(segment.bytes(as: format), survey)
        }
        guard case .unsupported(let offset, _, _) = error else {
            Issue.record("another error")
            return
        }
        #expect(offset == UInt64(2 * format.stride + format.prefixSize))
    }

    /// For bytes missing at the end, the error has the offset of the end of the file.
    @Test(arguments: [PacketFormat.plain, .timestamped, .errorCorrected])
    func endsWithTheFile(format: PacketFormat) throws {
        var segment = SegmentBuilder()
        segment.tables([(0x1B, 0x100)])
        segment.packet(0x100, [0, 0, 1, 0xE0, 1, 0, 0x80, 0, 0] + Self.unit.prefix(175), start: true)
        let survey = TransportStreamSurvey(
            packetFormat: format,
            hasTables: true,
            programMapPID: PacketIdentifier(SegmentBuilder.mapPID),
            programMap: SectionBytes.map([SectionBytes.stream(0x1B, 0x100)]),
            streams: [.init(pid: PacketIdentifier(0x100), codec: .avc)]
        )
        let error = #expect(throws: SampleEncryptionError.self) {
            try SegmentRun.encrypt(segment.bytes(as: format), survey)
        }
        // PES_packet_length is 256, but only three bytes of header and 175 of data are there.
        guard case .malformed(.truncated(let offset, 256, 178))? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(offset == UInt64(3 * format.stride))
    }
}
