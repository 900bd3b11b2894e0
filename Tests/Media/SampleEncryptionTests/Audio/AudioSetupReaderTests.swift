import Bitstreams
import ElementaryStreams
import SampleEncryption
import Testing

/// Audio setup information read from frames, for different piece sizes.
struct AudioSetupReaderTests {
    typealias AudioType = AudioSetupInformation.AudioType

    /// Expected AudioSpecificConfigs by ISO/IEC 14496-3, 1.6.2.1.
    ///
    /// 5 bits of object type, 4 of frequency index, 4 of channels, 3 zeros; then 0x2B7, 5, 1 and the index of
    /// twice the rate; then 0x548 and 1.
    @Test(
        arguments: [
            ("AAC LC", SyntheticPackedAudio.aac(size: 40), .zaac, [0x11, 0x90]),
            ("HE-AAC, mono", EncodedAAC.bandReplication, .zach, [0x13, 0x08, 0x56, 0xE5, 0x98]),
            ("HE-AAC, stereo", EncodedAAC.pairedBandReplication, .zach, [0x13, 0x10, 0x56, 0xE5, 0x98]),
            ("HE-AAC v2", EncodedAAC.parametricStereo, .zacp, [0x13, 0x08, 0x56, 0xE5, 0x9D, 0x48, 0x80]),
        ] as [(String, [UInt8], AudioType, [UInt8])],
        [1, 50, 10_000]
    )
    func configuresAAC(stream: (String, [UInt8], AudioType, [UInt8]), pieces: Int) throws {
        let setup = try Self.read(.aac, stream.1, pieces: pieces)
        #expect(setup == AudioSetupInformation(audioType: stream.2, setupData: stream.3), "\(stream.0)")
        let configuration = try AudioSpecificConfiguration(stream.3[...], at: 0)
        #expect(configuration.hasSpectralBandReplication == (stream.2 != .zaac))
        #expect(configuration.hasParametricStereo == (stream.2 == .zacp))
    }

    /// The second frame of HE-AAC v2 has no SBR header, so PS cannot be detected; a noise frame has neither.
    @Test(
        arguments: [
            ("second frame of v2", nil, .zach), ("second frame of v2", .zacp, .zacp),
            ("second frame of v2", .zaac, .zach), ("noise", nil, .zaac), ("noise", .zach, .zach),
            ("noise", .zacp, .zacp), ("noise", .zec3, .zaac), ("first frame of v2", .zaac, .zacp),
            ("first frame, mono", .zacp, .zach), ("empty block", .zacp, .zaac),
        ] as [(String, AudioType?, AudioType)]
    )
    func declarationDecidesWhereFramesDoNot(name: String, declared: AudioType?, expected: AudioType) throws {
        let version2 = EncodedAAC.parametricStereo
        let stream: [UInt8] =
            switch name {
            case "first frame of v2": Array(version2[..<64])
            case "second frame of v2": Array(version2[64...])
            case "first frame, mono": Array(EncodedAAC.bandReplication[..<64])
            case "noise": SyntheticPackedAudio.aac(size: 40)
            default: [0xFF, 0xF1, 0x4C, 0x80, 0x01, 0x1F, 0xFC, 0xE0]
            }
        #expect(try Self.read(.aac, stream, declared: declared)?.audioType == expected)
    }

    /// For channel configuration 0 the frame's program_config_element is copied, with an empty comment.
    @Test func carriesTheProgramConfiguration() throws {
        // Element 5: tag 0, profile 1, index 3, one front element, no other and no mixdown; front: a pair of
        // tag 0. The fields have 4 + 2 + 4, 4 + 4 + 4 + 2 + 3 + 4, 3 and 5 bits: 39; with the identifier 42,
        // so 6 bits to align. Then come a comment of one byte, and the end.
        let block: [UInt8] = [0b1010_0000, 0b1001_1000, 0b1000_0000, 0, 0, 0b1000_0000, 1, 0x41, 0xE0]
        let stream: [UInt8] = [0xFF, 0xF1, 0x4C, 0x00, 0x02, 0x1F, 0xFC] + block
        // 00010 0011 0000 000, then the 39 bits, one to align, and a comment length of 0.
        let expected: [UInt8] = [0x11, 0x80, 0b0000_0100, 0b1100_0100, 0, 0, 0b0000_0100, 0x00]
        #expect(
            try Self.read(.aac, stream) == AudioSetupInformation(audioType: .zaac, setupData: expected)
        )
    }

    @Test(
        arguments: [
            ("channels 0 without configuration", [0xFF, 0xF1, 0x4C, 0x00, 0x01, 0x1F, 0xFC, 0xE0]),
            ("AAC Main", [0xFF, 0xF1, 0x0C, 0x80, 0x01, 0x1F, 0xFC, 0xE0]),
            ("AAC LTP", [0xFF, 0xF1, 0xCC, 0x80, 0x01, 0x1F, 0xFC, 0xE0]),
        ] as [(String, [UInt8])]
    )
    func refusesAAC(name: String, frame: [UInt8]) {
        let error = #expect(throws: SampleEncryptionError.self) { try Self.read(.aac, frame) }
        guard case .unsupported = error else {
            Issue.record("\(name): \(String(describing: error))")
            return
        }
    }

    @Test func findsNothingWithoutAFrame() throws {
        #expect(try Self.read(.aac, []) == nil)
        #expect(try Self.read(.ac3, Array(SyntheticPackedAudio.ac3.dropLast())) == nil)
        #expect(throws: SampleEncryptionError.self) { try Self.read(.eac3, [1, 2, 3]) }
    }

    /// Shaka Packager writes this for ffmpeg's AC-3 at 192 kbit/s.
    @Test func takesTheStartOfAC3() throws {
        let start: [UInt8] = [0x0B, 0x77, 0xE1, 0xC1, 0x10, 0x40, 0x43, 0xE1, 0x06, 0xF0]
        let frame = start + [UInt8](repeating: 0, count: 640 - 10)
        #expect(try Self.read(.ac3, frame) == AudioSetupInformation(audioType: .zac3, setupData: start))
    }

    @Test func refusesMoreDataThanADescriptorHolds() {
        let bytes = Array("zaac".utf8) + [0, 0, 1, 240] + [UInt8](repeating: 0, count: 240)
        let error = #expect(throws: ParseError.self) { try AudioSetupInformation(bytes[...], at: 0) }
        #expect(error?.description == "byte 7: setup_data_length 240, expected at most 239")
    }

    static func read(
        _ codec: AudioFrameScanner.Codec,
        _ stream: [UInt8],
        pieces: Int = 100,
        declared: AudioType? = nil
    ) throws -> AudioSetupInformation? {
        var reader = AudioSetupReader(codec, declaredType: declared)
        for start in stride(from: 0, to: stream.count, by: pieces) {
            let piece = Array(stream[start..<min(stream.count, start + pieces)])
            if try reader.consume(piece.span, at: UInt64(start)) { break }
        }
        return try reader.finish()
    }
}
