import SampleEncryption
import Testing
import TransportStreams

/// Surveys of clear segments.
struct TransportStreamSurveyorTests {
    /// Surveys a segment, and returns also the number of bytes consumed.
    static func survey(
        _ bytes: [UInt8],
        chunk: Int = 188,
        section: TransportStreamSurvey? = nil,
        isSection: Bool = false
    ) throws(SampleEncryptionError) -> (survey: TransportStreamSurvey, read: Int) {
        var surveyor = TransportStreamSurveyor(
            initializationSurvey: section,
            isInitializationSection: isSection
        )
        var position = 0
        while position < bytes.count {
            let end = min(position + chunk, bytes.count)
            let isEnough = try surveyor.consume(bytes.span.extracting(position..<end))
            position = end
            if isEnough { break }
        }
        return (try surveyor.finish(), position)
    }

    private static func muxed() -> SegmentBuilder {
        var segment = SegmentBuilder()
        segment.tables([(0x1B, 0x100), (0x81, 0x101), (0x15, 0x102)])
        segment.pes(0x100, 0xE0, [0, 0, 0, 1, 0x65] + [UInt8](repeating: 7, count: 500))
        segment.pes(0x102, 0xBD, Array("ID3".utf8))
        segment.pes(0x101, 0xBD, TestFrames.ac3 + TestFrames.ac3)
        segment.pes(0x100, 0xE0, [0, 0, 0, 1, 0x41] + [UInt8](repeating: 7, count: 5000))
        return segment
    }

    @Test(arguments: [PacketFormat.plain, .timestamped, .errorCorrected], [1, 47, 188, 100_000])
    func readsTablesAndFirstFrames(format: PacketFormat, chunk: Int) throws {
        let (survey, _) = try Self.survey(Self.muxed().bytes(as: format), chunk: chunk)
        #expect(survey.packetFormat == format)
        #expect(survey.hasTables)
        #expect(survey.programMapPID == PacketIdentifier(0x1000))
        #expect(survey.programMap.streams.map(\.type.rawValue) == [0x1B, 0x81, 0x15])
        let setup = AudioSetupInformation(audioType: .zac3, setupData: Array(TestFrames.ac3.prefix(10)))
        #expect(
            survey.streams == [
                TransportStreamSurvey.Stream(pid: PacketIdentifier(0x100), codec: .avc),
                TransportStreamSurvey.Stream(pid: PacketIdentifier(0x101), codec: .ac3, setup: setup),
            ]
        )
    }

    /// Packets before the tables are examined once the tables have given their streams.
    @Test(arguments: [1, 188, 100_000])
    func looksAheadForTables(chunk: Int) throws {
        let plain = Self.muxed().bytes
        let media = plain[376..<376 + 5 * 188]
        let late = Array(media + plain[..<376] + plain[(376 + 5 * 188)...])
        let (survey, read) = try Self.survey(late, chunk: chunk)
        #expect(survey == (try Self.survey(plain).survey))
        #expect(chunk != 188 || read == 7 * 188)
    }

    /// Tables, three packets of video, one of ID3, one of audio: the long picture after them is not read.
    @Test func readsNoMoreThanNeeded() throws {
        let bytes = Self.muxed().bytes
        let read = try Self.survey(bytes).read
        #expect(read == 7 * 188)
        #expect(bytes.count > 30 * 188)
    }

    @Test func readsVideoWithoutLookingIntoIt() throws {
        var segment = SegmentBuilder()
        segment.tables([(0x1B, 0x100)])
        segment.pes(0x100, 0xE0, [UInt8](repeating: 0, count: 1000))
        // The detection of the packet format takes 409 bytes, which include both tables.
        #expect(try Self.survey(segment.bytes, chunk: 409).read == 409)
    }

    @Test func readsMapsOverSeveralPackets() throws {
        var segment = SegmentBuilder()
        segment.association()
        segment.map([(0x1B, 0x100), (0x0F, 0x101)], size: 10)
        segment.pes(0x101, 0xC0, TestFrames.aac())
        let survey = try Self.survey(segment.bytes).survey
        #expect(survey.streams.map(\.codec) == [.avc, .aac])
        #expect(survey.streams.last?.setup?.audioType == .zaac)
        // AAC LC, 48 kHz, stereo: 00010 0011 0010 000.
        #expect(survey.streams.last?.setup?.setupData.prefix(2) == [0x11, 0x90])
    }

    @Test func takesTablesFromTheMapSection() throws {
        var tables = SegmentBuilder()
        tables.tables([(0x1B, 0x100), (0x0F, 0x101)])
        let section = try Self.survey(tables.bytes).survey
        #expect(section.hasTables)
        #expect(section.streams.map(\.setup) == [nil, nil])
        var segment = SegmentBuilder()
        segment.pes(0x100, 0xE0, [0, 0, 0, 1, 0x65])
        segment.pes(0x101, 0xC0, TestFrames.aac())
        let survey = try Self.survey(segment.bytes, section: section).survey
        #expect(!survey.hasTables)
        #expect(survey.programMap == section.programMap)
        #expect(survey.programMapPID == section.programMapPID)
        #expect(survey.streams.map { $0.setup != nil } == [false, true])
    }

    /// Media in an EXT-X-MAP are refused: key lines come after their EXT-X-MAP, and would not apply.
    @Test(arguments: [(UInt16(0x100), UInt8(0xE0)), (0x101, 0xC0)])
    func refusesMediaInSections(pid: UInt16, streamID: UInt8) throws {
        var tables = SegmentBuilder()
        tables.tables([(0x1B, 0x100), (0x0F, 0x101), (0x06, 0x102)])
        tables.pes(0x102, 0xBD, [UInt8](repeating: 7, count: 2000))
        #expect(try Self.survey(tables.bytes, isSection: true).survey.hasTables)
        let end = tables.bytes.count
        tables.pes(pid, streamID, TestFrames.aac())
        let error = #expect(throws: SampleEncryptionError.self) {
            try Self.survey(tables.bytes, isSection: true)
        }
        guard case .unsupported(let offset, let what, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(offset == UInt64(end))
        #expect(what.contains("media on \(PacketIdentifier(pid))"), "\(what)")
    }

    /// A segment with both tables and an EXT-X-MAP is read by its own tables.
    @Test func prefersTheTablesOfTheSegment() throws {
        var tables = SegmentBuilder()
        tables.tables([(0x1B, 0x100)])
        let section = try Self.survey(tables.bytes).survey
        var segment = SegmentBuilder()
        segment.association([(1, 0x30)])
        segment.section(0x30, SectionBytes.map([SectionBytes.stream(0x81, 0x200)]).section)
        segment.pes(0x200, 0xBD, TestFrames.ac3)
        let survey = try Self.survey(segment.bytes, section: section).survey
        #expect(survey.hasTables)
        #expect(survey.streams.map(\.pid) == [PacketIdentifier(0x200)])
    }

    @Test func saysThatThereAreNoFrames() throws {
        var segment = SegmentBuilder()
        segment.tables([(0x1B, 0x100), (0x81, 0x101)])
        segment.pes(0x100, 0xE0, [0, 0, 0, 1, 0x65])
        let survey = try Self.survey(segment.bytes).survey
        #expect(survey.streams.map(\.setup) == [nil, nil])
    }

    /// Null packets may have any contents; duplicate packets count once.
    @Test func passesOverNullPacketsAndDuplicates() throws {
        var segment = SegmentBuilder()
        segment.packet(0x1FFF, [UInt8](repeating: 0xEE, count: 184))
        segment.tables([(0x81, 0x101)])
        let frame = TestFrames.ac3
        let header: [UInt8] = [0, 0, 1, 0xBD, 0, 136, 0x80, 0x80, 5, 0x21, 0x00, 0x37, 0x77, 0x41]
        let start = header + frame.prefix(64)
        segment.packet(0x101, start, start: true, counter: 3)
        segment.packet(0x101, start, start: true, counter: 3)
        segment.packet(0x101, Array(frame.dropFirst(64)), counter: 4)
        let survey = try Self.survey(segment.bytes).survey
        #expect(survey.streams.first?.setup?.setupData == Array(frame.prefix(10)))
    }
}
