import Testing

@testable import Inspection
@testable import Verification

/// Elementary streams are encrypted and signalled separately: a clear one next to encrypted ones is legal.
struct MixedStreamTests {
    /// Replaces the encrypted audio packets by the clear ones, of which there are as many.
    ///
    /// The descriptors of encryption get user private tags, which have no meaning.
    @Test func clearAudioBesideEncryptedVideo() throws {
        let title = try Title(stream: .privateStreams, .sampleAES())
        let source = TransportStreamOffsets(try title.clearBytes("segment1.ts"))
        try title.editBytes(of: "out/segment1.ts") { bytes in
            let offsets = TransportStreamOffsets(bytes)
            guard let audio = offsets.pid(ofType: 0xCF) else { return }
            for (packet, clear) in zip(offsets.packets(of: audio), source.packets(of: audio)) {
                bytes.replaceSubrange(packet..<packet + 188, with: source.bytes[clear..<clear + 188])
            }
            for section in offsets.programMaps {
                for (offset, pid) in offsets.streams(ofProgramMap: section) where pid == audio {
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
