import SampleEncryption
import Testing
import TransportStreams

/// A program map that describes its streams better later on.
///
/// `ffmpeg -c copy -mpegts_flags +system_b` writes this for H.264 and AC-3 of 44.1 kHz before and after its
/// first syncframe, both as version 0.
struct ChangingProgramMapTests {
    /// Written by ffmpeg 7: AC-3 descriptor 0x6A without flags, then with a component type.
    private static let first: [UInt8] = bytes(
        "02b0200001c10000e100f0001be100f00006e101f009050441432d336a0100bef999f1"
    )
    private static let later: [UInt8] = bytes(
        "02b0220001c10000e100f0001be100f00006e101f00b050441432d336a03c04008e2b891ce"
    )

    private static func bytes(_ digits: String) -> [UInt8] {
        let digits = digits.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    private static func map(_ section: [UInt8]) throws -> ProgramMapTable {
        try ProgramMapTable(try ProgramSection(section, at: 0))
    }

    /// Returns tables, media, tables, media; sections are cut into payloads of `size` bytes.
    private static func segment(_ sections: [[UInt8]], size: Int = 184) -> [UInt8] {
        var segment = SegmentBuilder()
        for (number, section) in sections.enumerated() {
            segment.association()
            segment.section(SegmentBuilder.mapPID, section, size: size)
            let type: UInt8 = number == 0 ? 0x65 : 0x41
            segment.pes(0x100, 0xE0, [0, 0, 0, 1, type] + [UInt8](repeating: 7, count: 400))
            segment.pes(0x101, 0xBD, TestFrames.ac3 + TestFrames.ac3)
        }
        return segment.bytes
    }

    /// Returns the payloads of the packets of the program map.
    private static func mapPackets(_ bytes: [UInt8]) -> [[UInt8]] {
        var payloads: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: 188) {
            let packet = Array(bytes[start..<start + 188])
            guard packet[1] & 0x1F == 0x10, packet[2] == 0 else { continue }
            let payload = packet[3] & 0x20 == 0 ? 4 : 5 + Int(packet[4])
            payloads.append(Array(packet[payload...]))
        }
        return payloads
    }

    private static func invariant(
        _ bytes: [UInt8],
        key: SampleAESKey?
    ) throws -> (maps: [ProgramMapTable], code: MediaMAC) {
        var reader = try TransportStreamInvariantReader(key: key)
        reader.fill(count: bytes.count) { buffer, range in
            for (index, byte) in zip(range, bytes) { buffer[index] = byte }
            return bytes.count
        }
        while try reader.next(isLast: true) != nil {}
        return (reader.ownProgramMaps, try SegmentRun.invariant(bytes, key: key).code)
    }

    /// Each packet of the map has the protected form of its own section.
    @Test func protectsEachMap() throws {
        let segment = Self.segment([Self.first, Self.later, Self.later, Self.first])
        let survey = try TransportStreamSurveyorTests.survey(segment).survey
        #expect(survey.programMap == (try Self.map(Self.first)))
        let (protected, outcome) = try SegmentRun.encrypt(segment, survey)
        let expected = try [Self.first, Self.later, Self.later, Self.first].map { section -> [UInt8] in
            let map = try ProtectedProgramMap(try Self.map(section), streams: survey.streams).section
            return [0] + map + [UInt8](repeating: 0xFF, count: 183 - map.count)
        }
        #expect(Self.mapPackets(protected) == expected)
        let clear = try Self.invariant(segment, key: nil)
        let decrypted = try Self.invariant(protected, key: try SegmentRun.key())
        #expect(clear.code == outcome.mac)
        #expect(decrypted.code == outcome.mac)
        #expect(clear.maps == (try [Self.map(Self.first), Self.map(Self.later)]))
        #expect(decrypted.maps.count == 2)
        for (map, source) in zip(decrypted.maps, clear.maps) {
            #expect(ProgramMapReading(map).faults.isEmpty)
            #expect(ProgramMapReading.differences(of: map, from: source).isEmpty)
        }
    }

    /// A section is known only with its last packet, so the packets before that repeat the previous map.
    @Test func repeatsTheMapBeforeWhereASectionHasSeveralPackets() throws {
        let segment = Self.segment([Self.first, Self.later], size: 20)
        let survey = try TransportStreamSurveyorTests.survey(segment).survey
        let (protected, outcome) = try SegmentRun.encrypt(segment, survey)
        let maps = try [Self.first, Self.later].map {
            try ProtectedProgramMap(try Self.map($0), streams: survey.streams).section
        }
        let found = Self.mapPackets(protected).map { Array($0[1..<1 + 3 + Int($0[3])]) }
        #expect(found == [maps[0], maps[0], maps[0], maps[1]])
        #expect(try Self.invariant(protected, key: try SegmentRun.key()).code == outcome.mac)
    }

    /// The tables of the EXT-X-MAP may describe less than those of the segment.
    @Test func mayDifferFromTheSection() throws {
        var tables = SegmentBuilder()
        tables.association()
        tables.section(SegmentBuilder.mapPID, Self.first)
        let section = try TransportStreamSurveyorTests.survey(tables.bytes).survey
        let segment = Self.segment([Self.later])
        let survey = try TransportStreamSurveyorTests.survey(segment, section: section).survey
        let (protected, outcome) = try SegmentRun.encrypt(segment, survey)
        #expect(try Self.invariant(protected, key: try SegmentRun.key()).code == outcome.mac)
    }

    /// Descriptors of another codec, and another stream type or PID, mean other streams, and are refused.
    @Test(
        arguments: [("7a0100", 0x06, 0x101), ("6a0100", 0x81, 0x101), ("6a0100", 0x06, 0x102)]
            as [(String, UInt8, UInt16)]
    )
    func otherStreamsStayRefused(descriptor: String, type: UInt8, pid: UInt16) throws {
        let body = String(descriptor.dropFirst(4))
        let tag = UInt8(descriptor.prefix(2), radix: 16) ?? 0
        let otherMap = SectionBytes.map([
            SectionBytes.stream(0x1B, 0x100), SectionBytes.stream(type, pid, [(tag, body)]),
        ])
        let segment = Self.segment([Self.first, otherMap.section])
        let survey = try TransportStreamSurveyorTests.survey(segment).survey
        let error = #expect(throws: SampleEncryptionError.self) { try SegmentRun.encrypt(segment, survey) }
        guard case .unsupported(_, let what, _)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(what.contains("program map that changes"))
    }
}
