import SampleEncryption
import Testing
import TransportStreams

/// Private data (stream_type 0x06) whose PES packets are of audio or video, as `ffmpeg -mpegts_m2ts_mode 1` writes AAC.
struct NamelessStreamTests {
    private static func survey(_ streamID: UInt8, _ descriptors: [(UInt8, String)])
        throws(SampleEncryptionError)
    {
        var segment = SegmentBuilder()
        segment.association()
        let map = SectionBytes.map([
            SectionBytes.stream(0x1B, 0x100), SectionBytes.stream(0x06, 0x101, descriptors),
        ])
        segment.section(SegmentBuilder.mapPID, map.section)
        segment.pes(0x100, 0xE0, [0, 0, 0, 1, 0x65] + [UInt8](repeating: 7, count: 400))
        segment.pes(0x101, streamID, TestFrames.aac())
        _ = try TransportStreamSurveyorTests.survey(segment.bytes)
    }

    @Test(
        arguments: [(0xC0, "audio"), (0xDF, "audio"), (0xE0, "video"), (0xEF, "video")] as [(UInt8, String)]
    )
    func refuses(streamID: UInt8, media: String) {
        // Language and stream identifier say nothing of the kind.
        for descriptors in [[], [(0x0A, "656e6700"), (0x52, "01")]] as [[(UInt8, String)]] {
            let error = #expect(throws: SampleEncryptionError.self) { try Self.survey(streamID, descriptors) }
            guard case .unsupported(let offset, let what, let remedy)? = error else {
                Issue.record("\(error as Any)")
                continue
            }
            // PAT, map, three packets of the picture.
            #expect(offset == 5 * 188)
            #expect(what.hasPrefix(media + " (stream_id 0x") && what.contains("PID 0x0101"))
            #expect(remedy.contains("--method aes-128"))
        }
    }

    /// private_stream_1; teletext and a registration, whatever the PES packets say.
    @Test(arguments: [(0xBD, nil), (0xFC, nil), (0xC0, 0x56), (0xE0, 0x05)] as [(UInt8, UInt8?)])
    func leavesData(streamID: UInt8, tag: UInt8?) throws {
        try Self.survey(streamID, tag.map { [($0, "4b4c5641")] } ?? [])
    }
}
