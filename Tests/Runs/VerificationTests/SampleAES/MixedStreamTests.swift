import Testing

@testable import Inspection
@testable import Verification

/// Each elementary stream is encrypted and signalled on its own: one that is clear beside others is legal.
struct MixedStreamTests {
    /// The audio packets of the source in place of the encrypted ones, of which there are as many; the descriptors of its
    /// encryption get tags that mean nothing (user private).
    @Test func clearAudioBesideEncryptedVideo() throws {
        let title = try Title(stream: .privateStreams, .sampleAES())
        let source = StreamPlaces(try title.clearBytes("segment1.ts"))
        try title.editBytes(of: "out/segment1.ts") { bytes in
            let places = StreamPlaces(bytes)
            guard let audio = places.pid(ofType: 0xCF) else { return }
            for (packet, clear) in zip(places.packets(of: audio), source.packets(of: audio)) {
                bytes.replaceSubrange(packet..<packet + 188, with: source.bytes[clear..<clear + 188])
            }
            for section in places.programMaps {
                for (offset, pid) in places.streams(ofProgramMap: section) where pid == audio {
                    bytes[offset] = 0x0F
                    bytes[offset + 5] = 0xF0
                    bytes[offset + 11] = 0xF1
                }
                let end = section + 3 + Int(bytes[section + 1] & 0x0F) << 8 + Int(bytes[section + 2])
                bytes.replaceSubrange(end - 4..<end, with: sectionChecksum(bytes[section..<end - 4]))
            }
        }
        let report = try title.verify()
        #expect(report.summaries == ["(warning) signalling index.m3u8:9 segment1.ts"])
        #expect(report.holds)
        #expect(report.findings.contains { $0.message.contains("stream_type 0x0F on PID 0x0101 is clear") })
    }
}
