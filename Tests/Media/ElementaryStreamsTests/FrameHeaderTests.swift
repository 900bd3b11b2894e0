import Bitstreams
import ElementaryStreams
import Testing

struct FrameHeaderTests {
    /// AAC LC, 44.1 kHz, stereo, 371 bytes: the example on MultimediaWiki's ADTS page, parsed by hand.
    @Test func readsADTS() throws {
        let header = try ADTSHeader([0xFF, 0xF1, 0x50, 0x80, 0x2E, 0x7F, 0xFC], at: 0)
        #expect(header.fixedHeader.mpegVersion == 0)
        #expect(!header.hasChecksum)
        #expect(header.fixedHeader.profile == 1)
        #expect(header.fixedHeader.samplingFrequencyIndex == 4)
        #expect(header.fixedHeader.channelConfiguration == 2)
        #expect(header.frameSize == 371)
        #expect(header.rawDataBlockCount == 1)
        #expect(header.headerSize == 7)
    }

    @Test(
        arguments: [
            ("syncword", 0, 0xFE, 0),
            ("layer", 1, 0xF3, 1),
            ("sampling_frequency_index 13", 2, 0x74, 2),
        ] as [(String, Int, UInt8, UInt64)]
    )
    func refusesADTS(name: String, position: Int, value: UInt8, offset: UInt64) {
        var bytes: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x2E, 0x7F, 0xFC]
        bytes[position] = value
        let error = #expect(throws: ParseError.self) { try ADTSHeader(bytes[...], at: 50) }
        #expect(error?.offset == 50 + offset, "\(name)")
    }

    @Test(arguments: [0, 6, 7])
    func refusesADTSFramesWithoutData(length: UInt8) {
        let bytes: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, length >> 3, length << 5 | 0x1F, 0xFC]
        #expect(throws: ParseError.self) { try ADTSHeader(bytes[...], at: 0) }
    }

    /// Sizes in 16-bit words from ETSI TS 102 366 table 4.13 (48, 44.1, 32 kHz).
    @Test(arguments: [
        (0, 64, 69, 96), (1, 64, 70, 96), (2, 80, 87, 120), (3, 80, 88, 120), (16, 256, 278, 384),
        (22, 448, 487, 672), (28, 768, 835, 1152), (31, 896, 976, 1344), (36, 1280, 1393, 1920),
        (37, 1280, 1394, 1920),
    ])
    func knowsAC3FrameSizes(code: Int, at48: Int, at44: Int, at32: Int) throws {
        let sizes = try [0, 1, 2].map { rate in
            try AC3SyncFrame([0x0B, 0x77, 0, 0, UInt8(rate << 6 | code), 8 << 3], at: 0).frameSize
        }
        #expect(sizes == [at48 * 2, at44 * 2, at32 * 2])
    }

    @Test(
        arguments: [
            ("syncword", [0x0B, 0x76, 0, 0, 0, 0x40], 0),
            ("fscod 3", [0x0B, 0x77, 0, 0, 0xC0, 0x40], 4),
            ("frmsizecod 38", [0x0B, 0x77, 0, 0, 38, 0x40], 4),
            ("bsid 11", [0x0B, 0x77, 0, 0, 0, 0x58], 5),
            ("5 bytes", [0x0B, 0x77, 0, 0, 0], 5),
        ] as [(String, [UInt8], UInt64)]
    )
    func refusesAC3(name: String, bytes: [UInt8], offset: UInt64) {
        let error = #expect(throws: ParseError.self) { try AC3SyncFrame(bytes[...], at: 0) }
        #expect(error?.offset == offset, "\(name)")
    }

    @Test func readsEAC3() throws {
        // Dependent substream 5, frmsiz 0x2FF, 48 kHz, six blocks, bsid 16.
        let frame = try EAC3SyncFrame([0x0B, 0x77, 0b0110_1010, 0xFF, 0x34, 0x80], at: 0)
        #expect(frame.streamType == .dependent)
        #expect(frame.substreamID == 5)
        #expect(frame.frameSize == 1536)
        #expect(frame.samplingRate == 48_000)
        #expect(frame.audioBlockCount == 6)
        #expect(frame.bitstreamID == 16)
        // Half rate: fscod 3, fscod2 1.
        #expect(try EAC3SyncFrame([0x0B, 0x77, 0x02, 0xFF, 0xD4, 0x80], at: 0).samplingRate == 22_050)
    }

    @Test(
        arguments: [
            ("strmtyp 3", [0x0B, 0x77, 0xC2, 0xFF, 0x34, 0x80], 2),
            ("fscod2 3", [0x0B, 0x77, 0x02, 0xFF, 0xF4, 0x80], 4),
            ("bsid 17", [0x0B, 0x77, 0x02, 0xFF, 0x34, 0x88], 5),
            ("bsid 10", [0x0B, 0x77, 0x02, 0xFF, 0x34, 0x50], 5),
            ("two bytes long", [0x0B, 0x77, 0x00, 0x00, 0x34, 0x80], 2),
        ] as [(String, [UInt8], UInt64)]
    )
    func refusesEAC3(name: String, bytes: [UInt8], offset: UInt64) {
        let error = #expect(throws: ParseError.self) { try EAC3SyncFrame(bytes[...], at: 0) }
        #expect(error?.offset == offset, "\(name)")
    }

    /// Frame sizes computed by hand with the formula of ISO/IEC 11172-3, 2.4.3.1.
    @Test(
        arguments: [
            ("layer III, 128 kbit/s, 44.1 kHz", [0xFF, 0xFB, 0x90, 0x00], 3, 44_100, 417),
            ("the same, padded", [0xFF, 0xFB, 0x92, 0x00], 3, 44_100, 418),
            ("layer II, 192 kbit/s, 48 kHz", [0xFF, 0xFD, 0xA4, 0x00], 2, 48_000, 576),
            ("layer I, 384 kbit/s, 32 kHz", [0xFF, 0xFF, 0xC8, 0x00], 1, 32_000, 576),
            ("MPEG-2 layer III, 64 kbit/s, 24 kHz", [0xFF, 0xF3, 0x84, 0x00], 3, 24_000, 192),
            ("MPEG-2.5 layer III, 8 kbit/s, 8 kHz", [0xFF, 0xE3, 0x18, 0x00], 3, 8_000, 72),
            ("MPEG-2 layer I, 32 kbit/s, 16 kHz", [0xFF, 0xF7, 0x18, 0x00], 1, 16_000, 96),
        ] as [(String, [UInt8], Int, Int, Int)]
    )
    func readsMPEGAudio(name: String, bytes: [UInt8], layer: Int, rate: Int, size: Int) throws {
        let header = try MPEGAudioHeader(bytes[...], at: 0)
        #expect(header.layer == layer)
        #expect(header.samplingRate == rate)
        #expect(header.frameSize == size, "\(name)")
    }

    @Test(
        arguments: [
            ("syncword", [0xFF, 0xDB, 0x90, 0x00], 0),
            ("reserved version", [0xFF, 0xEB, 0x90, 0x00], 1),
            ("reserved layer", [0xFF, 0xF9, 0x90, 0x00], 1),
            ("free format", [0xFF, 0xFB, 0x00, 0x00], 2),
            ("bitrate_index 15", [0xFF, 0xFB, 0xF0, 0x00], 2),
            ("reserved sampling rate", [0xFF, 0xFB, 0x9C, 0x00], 2),
        ] as [(String, [UInt8], UInt64)]
    )
    func refusesMPEGAudio(name: String, bytes: [UInt8], offset: UInt64) {
        let error = #expect(throws: ParseError.self) { try MPEGAudioHeader(bytes[...], at: 0) }
        #expect(error?.offset == offset, "\(name)")
        let isReserved = name == "reserved version" || name == "reserved layer"
        #expect((error?.found.hasPrefix("MPEG audio header with version ") == true) == isReserved, "\(name)")
    }
}
