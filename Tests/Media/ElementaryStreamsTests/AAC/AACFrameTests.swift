import Bitstreams
import ElementaryStreams
import Foundation
import Testing

/// The parser of AAC raw data blocks has to end each frame at the length that the ADTS header gives.
struct AACFrameTests {
    /// Streams from ffmpeg's encoder that use all tools of AAC LC.
    ///
    /// Short windows, pulses of noise, TNS, intensity and M/S stereo, noise substitution, escapes at high
    /// rates, all sampling rates, channel pairs and low frequency elements, program configurations (2.1, 4
    /// channels).
    @Test(
        arguments: [
            ("stereo", "-b:a 24k"), ("stereo", "-b:a 64k -aac_coder fast"),
            ("stereo", "-b:a 128k -aac_pns 0 -aac_is 0"),
            ("stereo", "-b:a 320k -aac_tns 0"), ("mono", "-b:a 320k"), ("5.1", "-b:a 256k"),
            ("7.1", "-b:a 384k"),
            ("2.1", "-b:a 192k"), ("quad", "-b:a 192k"), ("stereo", "-ar 96000 -b:a 256k"),
            ("stereo", "-ar 64000 -b:a 96k"), ("stereo", "-ar 44100 -b:a 96k"),
            ("stereo", "-ar 32000 -b:a 96k"),
            ("stereo", "-ar 22050 -b:a 48k"), ("stereo", "-ar 16000 -b:a 32k"),
            ("stereo", "-ar 8000 -b:a 16k"),
        ]
    )
    func endsFramesWhereTheyEnd(layout: String, options: String) throws {
        let stream = try Self.encode(layout, options.split(separator: " ").map(String.init))
        var scanner = AudioFrameScanner(.aac)
        var frames: [AudioFrame] = []
        let end = try scanner.scan(stream.span, from: 0, isPacketStart: true, into: &frames, at: 0)
        #expect(end == stream.count)
        #expect(frames.count >= 5)
        var detector = AACExtensionDetector()
        var hasConfiguration = false
        for frame in frames {
            let frame = try AACFrame(stream[frame.range], at: UInt64(frame.range.lowerBound))
            _ = detector.examine(frame)
            hasConfiguration = hasConfiguration || frame.programConfiguration != nil
        }
        #expect(hasConfiguration == ["2.1", "quad"].contains(layout))
        #expect(detector.sbr == .absent)
        #expect(detector.ps == .unknown)
    }

    /// Blocks written by hand from the syntax of ISO/IEC 14496-3, 4.4.2.
    @Test(arguments: AACBlockCase.accepted)
    func readsHandmadeBlocks(block: AACBlockCase) throws {
        let frame = try AACFrame(block.frame[...], at: 0)
        var detector = AACExtensionDetector()
        _ = detector.examine(frame)
        #expect(detector.sbr == block.bandReplication)
    }

    @Test(arguments: AACBlockCase.refused)
    func refusesBlocks(block: AACBlockCase) {
        #expect(throws: ParseError.self) { try AACFrame(block.frame[...], at: 0) }
    }

    /// Frames of two empty blocks, and one of one block with a checksum.
    ///
    /// With checksums there are 2 bytes for the position of the second block, 2 for the header's checksum,
    /// and 2 after each block (ISO/IEC 14496-3, 1.A.3.2).
    @Test(
        arguments: [
            [0xFF, 0xF1, 0x4C, 0x40, 0x01, 0x3F, 0xFD, 0xE0, 0xE0],
            [0xFF, 0xF0, 0x4C, 0x40, 0x02, 0x3F, 0xFD, 0, 1, 9, 9, 0xE0, 8, 8, 0xE0, 7, 7],
            [0xFF, 0xF0, 0x4C, 0x40, 0x01, 0x5F, 0xFC, 9, 9, 0xE0],
        ] as [[UInt8]]
    )
    func readsSeveralBlocks(frame: [UInt8]) throws {
        #expect(try AACFrame(frame[...], at: 0).header.frameSize == frame.count)
        #expect(throws: ParseError.self) { try AACFrame((frame + [0])[...], at: 0) }
    }

    /// Returns 0.7 s of noise and bursts as ADTS.
    private static func encode(_ layout: String, _ options: [String]) throws -> [UInt8] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
                "anoisesrc=d=0.7:c=pink:a=0.4:seed=1,aformat=sample_rates=48000", "-f", "lavfi", "-i",
                "aevalsrc='0.5*sin(2*PI*t*(300+200*t))*lt(mod(t,0.3),0.04)':d=0.7:s=48000", "-filter_complex",
                "[0][1]amerge=inputs=2,aformat=channel_layouts=\(layout)",
            ] + options + ["-c:a", "aac", "-f", "adts", "-"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return [UInt8](data)
    }
}
