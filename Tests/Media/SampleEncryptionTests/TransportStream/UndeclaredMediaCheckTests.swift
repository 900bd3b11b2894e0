import Bitstreams
import SampleEncryption
import Testing
import TransportStreams

/// Audio and video that the program map does not declare.
///
/// They are in private data (stream_type 0x06), as `ffmpeg -mpegts_m2ts_mode 1` writes AAC, or on PIDs that
/// the map lacks.
struct UndeclaredMediaCheckTests {
    private static func survey(
        _ streamID: UInt8,
        _ descriptors: [(UInt8, String)],
        _ data: [UInt8] = TestFrames.aac()
    ) throws(SampleEncryptionError) {
        var segment = SegmentBuilder()
        segment.association()
        let map = SectionBytes.map([
            SectionBytes.stream(0x1B, 0x100), SectionBytes.stream(0x06, 0x101, descriptors),
        ])
        segment.section(SegmentBuilder.mapPID, map.section)
        segment.pes(0x100, 0xE0, picture)
        segment.pes(0x101, streamID, data)
        _ = try TransportStreamSurveyorTests.survey(segment.bytes)
    }

    @Test(
        arguments: [(0xC0, "audio"), (0xDF, "audio"), (0xE0, "video"), (0xEF, "video")] as [(UInt8, String)]
    )
    func refuses(streamID: UInt8, media: String) {
        // Language and stream identifier descriptors do not identify the kind of data.
        for descriptors in [[], [(0x0A, "656e6700"), (0x52, "01")]] as [[(UInt8, String)]] {
            let error = #expect(throws: SampleEncryptionError.self) { try Self.survey(streamID, descriptors) }
            guard case .unsupported(let offset, let what, let remedy)? = error else {
                Issue.record("\(error as Any)")
                continue
            }
            // PAT, map and three packets of the picture come before.
            #expect(offset == 5 * 188)
            #expect(what.hasPrefix(media + " (stream_id 0x") && what.contains("PID 0x0101"))
            #expect(remedy.contains("--method aes-128"))
        }
    }

    /// private_stream_1 data; teletext and a registration, whatever stream_id the PES packets have.
    @Test(arguments: [(0xBD, nil), (0xFC, nil), (0xC0, 0x56), (0xE0, 0x05)] as [(UInt8, UInt8?)])
    func leavesData(streamID: UInt8, tag: UInt8?) throws {
        try Self.survey(streamID, tag.map { [($0, "4b4c5641")] } ?? [])
    }

    /// AC-3 has no stream_id of its own, so its syncword is searched for.
    @Test(arguments: [0xBD, 0xFD] as [UInt8])
    func refusesSyncframesInPrivateData(streamID: UInt8) throws {
        let error = #expect(throws: SampleEncryptionError.self) {
            try Self.survey(streamID, [], TestFrames.ac3)
        }
        guard case .unsupported(_, let what, _)? = error else { throw try #require(error) }
        #expect(what.hasPrefix("AC-3 or E-AC-3 in private data on PID 0x0101"), "\(what)")
    }

    /// A stream of two programs of which one lost its map, and a stream that the map lacks.
    @Test(
        arguments: [(0xC0, TestFrames.aac()), (0xE0, [0, 0, 1, 0x65]), (0xBD, TestFrames.ac3)]
            as [(UInt8, [UInt8])]
    )
    func refusesPIDsThatTheMapLacks(streamID: UInt8, data: [UInt8]) throws {
        var segment = SegmentBuilder()
        segment.tables([(0x1B, 0x100)])
        segment.pes(0x100, 0xE0, Self.picture)
        // Packets that begin no PES packet, or none of media, may have any contents.
        segment.packet(0x11, [0, 0x42] + [UInt8](repeating: 1, count: 100), start: true)
        segment.pes(0x102, 0xBD, [UInt8](repeating: 7, count: 100))
        let error = try Self.refusal(of: data, on: 0x103, streamID, behind: &segment)
        guard case .unsupported(let offset, let what, _)? = error else { throw try #require(error) }
        #expect(offset == UInt64(segment.bytes.count - 188))
        #expect(what.contains("PID 0x0103, which the program map does not name"), "\(what)")
    }

    /// The first PES packet does not identify the later ones.
    @Test
    func refusesMediaBehindData() throws {
        var segment = SegmentBuilder()
        segment.tables([(0x1B, 0x100), (0x06, 0x101)])
        segment.pes(0x100, 0xE0, Self.picture)
        segment.pes(0x101, 0xBD, [1, 2, 3])
        let error = try Self.refusal(of: [0, 0, 1, 0x65], on: 0x101, 0xE0, behind: &segment)
        guard case .unsupported(_, let what, _)? = error else { throw try #require(error) }
        #expect(what.contains("in private data on PID 0x0101"), "\(what)")
    }

    /// Tables that contradict those of the EXT-X-MAP are refused after packets of their streams.
    ///
    /// Readers have passed those packets by then.
    @Test(arguments: [false, true])
    func refusesTablesBehindTheirStreams(mapMoves: Bool) throws {
        var tables = SegmentBuilder()
        tables.tables([(0x1B, 0x100), (0x15, 0x101)])
        let section = try TransportStreamSurveyorTests.survey(tables.bytes, isSection: true).survey
        var segment = SegmentBuilder()
        if mapMoves {
            segment.association([(1, 0x30)])
            segment.pes(0x100, 0xE0, Self.picture)
            let map = SectionBytes.map([SectionBytes.stream(0x1B, 0x100), SectionBytes.stream(0x15, 0x101)])
            segment.section(0x30, map.section)
        } else {
            segment.pes(0x101, 0xBD, TestFrames.ac3)
            segment.tables([(0x1B, 0x100), (0x81, 0x101)])
        }
        segment.pes(0x100, 0xE0, Self.picture)
        let error = #expect(throws: SampleEncryptionError.self) {
            try TransportStreamSurveyorTests.survey(segment.bytes, section: section)
        }
        guard case .unsupported(_, let what, _)? = error else { throw try #require(error) }
        #expect(what.contains("program tables other than those of the EXT-X-MAP"), "\(what)")
    }

    /// Frames in a stream without frames in the survey are refused, as they would stay clear.
    @Test
    func refusesFramesThatTheSurveyDidNotSee() throws {
        var segment = SegmentBuilder()
        segment.tables([(0x1B, 0x100), (0x81, 0x101)])
        segment.pes(0x100, 0xE0, Self.picture)
        let error = try Self.refusal(of: TestFrames.ac3, on: 0x101, 0xBD, behind: &segment)
        guard case .malformed(let fault)? = error else { throw try #require(error) }
        #expect(fault.description.contains("AC-3 on PID 0x0101"), "\(fault)")
    }

    /// Data may come first; damaged packets outside the program are copied unchanged.
    @Test
    func takesWhatIsNoMedia() throws {
        var tables = SegmentBuilder()
        tables.tables([(0x1B, 0x100), (0x15, 0x101)])
        let section = try TransportStreamSurveyorTests.survey(tables.bytes, isSection: true).survey
        var segment = SegmentBuilder()
        segment.pes(0x101, 0xBD, Array("ID3".utf8))
        segment.tables([(0x1B, 0x100), (0x15, 0x101), (0x81, 0x102)])
        segment.pes(0x100, 0xE0, Self.picture)
        segment.pes(0x102, 0xBD, TestFrames.ac3)
        let survey = try TransportStreamSurveyorTests.survey(segment.bytes, section: section).survey
        #expect(survey.streams.map { $0.setup != nil } == [false, true])
        segment.pes(0x103, 0xC0, TestFrames.aac())
        var bytes = segment.bytes
        // transport_scrambling_control
        bytes[bytes.count - 185] |= 0x80
        let output = try SegmentRun.encrypt(bytes, survey).bytes
        #expect(output.suffix(188) == bytes.suffix(188))
    }

    /// Returns the error for a PES packet appended to a segment that is surveyed and encrypted without it.
    private static func refusal(
        of data: [UInt8],
        on pid: UInt16,
        _ streamID: UInt8,
        behind segment: inout SegmentBuilder
    ) throws -> SampleEncryptionError? {
        let survey = try TransportStreamSurveyorTests.survey(segment.bytes).survey
        _ = try SegmentRun.encrypt(segment.bytes, survey)
        segment.pes(pid, streamID, data)
        let bytes = segment.bytes
        return #expect(throws: SampleEncryptionError.self) { try SegmentRun.encrypt(bytes, survey) }
    }

    private static let picture = [0, 0, 0, 1, 0x65] + [UInt8](repeating: 7, count: 400)
}
