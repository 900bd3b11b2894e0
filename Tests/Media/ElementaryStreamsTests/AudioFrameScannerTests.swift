import Bitstreams
import ElementaryStreams
import TestRandomness
import Testing

struct AudioFrameScannerTests {
    /// Consecutive frames, full of false syncwords, and the expected header size.
    @Test(
        arguments: [
            (.aac, [SyntheticAudioFrame.adts(size: 300), SyntheticAudioFrame.adts(size: 8)], 7),
            (
                .aac,
                [
                    SyntheticAudioFrame.adts(size: 100, hasChecksum: true),
                    SyntheticAudioFrame.adts(size: 10, hasChecksum: true),
                ],
                9
            ),
            (
                .aac,
                [SyntheticAudioFrame.adts(size: 8191, rawDataBlocks: 4), SyntheticAudioFrame.adts(size: 50)],
                7
            ),
            (.ac3, [SyntheticAudioFrame.ac3(), SyntheticAudioFrame.ac3(bitstreamID: 6)], 0),
        ] as [(AudioFrameScanner.Codec, [[UInt8]], Int)]
    )
    func findsFrames(codec: AudioFrameScanner.Codec, parts: [[UInt8]], headerSize: Int) throws {
        let frames = try Self.scan(codec, parts.flatMap(\.self))
        #expect(frames.map(\.range.count) == parts.map(\.count))
        #expect(frames.allSatisfy { $0.headerSize == headerSize && $0.startsAccessUnit })
    }

    /// Starts of access units of E-AC-3: six audio blocks of substream 0 each (ETSI TS 102 366, E.2.8.2).
    ///
    /// I and T are independent substreams (strmtyp 0 and 2), D dependent ones, C an AC-3 core; then
    /// substreamid and the number of audio blocks. "|" begins a PES packet.
    @Test(
        arguments: [
            ("I06 I06 I06", "1 1 1"),
            ("I06 D06 I06 D06", "1 0 1 0"),
            ("I06 D06 D16 I16 D06 I06", "1 0 0 0 0 1"),
            ("I03 I03 I03", "1 0 1"),
            ("I03 D03 I03 D03 I03", "1 0 0 0 1"),
            ("I02 I02 I02 I02", "1 0 0 1"),
            ("I01 I01 I01 I01 I01 I01 I01", "1 0 0 0 0 0 1"),
            ("I01 I02 I03 I06", "1 0 0 1"),
            ("I03 I13 I03 I13 I03", "1 0 0 0 1"),
            ("T06 T06 D06", "1 1 0"),
            ("C06 D06 C06 D06 D16", "1 0 1 0 0"),
            ("D06 I06 I06", "1 0 1"),
            ("D01 I03 I03 I06", "1 0 0 1"),
            ("I06 | D06 I06", "1 1 0"),
            ("I03 | I03 I03 I03", "1 1 0 1"),
            ("I03 I03 | I03 D03 | I06", "1 0 1 0 1"),
        ]
    )
    func gathersAccessUnits(stream: String, expected: String) throws {
        var scanner = AudioFrameScanner(.eac3)
        var starts: [String] = []
        for packet in stream.split(separator: " | ") {
            let bytes = packet.split(separator: " ").flatMap { Self.syncFrame($0) }
            var frames: [AudioFrame] = []
            let end = try scanner.scan(bytes.span, from: 0, isPacketStart: true, into: &frames, at: 0)
            #expect(end == bytes.count)
            starts += frames.map { $0.startsAccessUnit ? "1" : "0" }
        }
        #expect(starts.joined(separator: " ") == expected)
    }

    @Test func leavesFramesThatAreNotWhole() throws {
        let whole = SyntheticAudioFrame.adts(size: 60) + SyntheticAudioFrame.adts(size: 90)
        for count in 0...whole.count {
            var scanner = AudioFrameScanner(.aac)
            var frames: [AudioFrame] = []
            let bytes = Array(whole.prefix(count))
            let end = try scanner.scan(bytes.span, from: 0, isPacketStart: true, into: &frames, at: 0)
            #expect(end == (count < 60 ? 0 : count < 150 ? 60 : 150))
            #expect(frames.count == (count < 60 ? 0 : count < 150 ? 1 : 2))
        }
    }

    /// Two frames that are refused, and the stream offset in the error.
    struct Fault: CustomTestStringConvertible {
        let name: String
        let codec: AudioFrameScanner.Codec
        let first: [UInt8]
        let second: [UInt8]
        let offset: UInt64

        init(
            _ name: String,
            _ codec: AudioFrameScanner.Codec,
            _ first: [UInt8],
            _ second: [UInt8],
            _ offset: UInt64
        ) {
            self.name = name
            self.codec = codec
            self.first = first
            self.second = second
            self.offset = offset
        }

        var testDescription: String { name }
    }

    private static let adts = SyntheticAudioFrame.adts(size: 60)
    static let faults = [
        Fault("no sync behind a frame", .aac, adts, [0xFF, 0x01], 60),
        Fault("no half of a sync", .aac, adts, [0xFE], 60),
        Fault("layer", .aac, [], [0xFF, 0xF3], 0),
        Fault("another channel count", .aac, adts, SyntheticAudioFrame.adts(size: 60, channels: 1), 60),
        Fault("length of the header alone", .aac, [], SyntheticAudioFrame.adts(size: 7), 3),
        Fault(
            "E-AC-3 in AC-3",
            .ac3,
            SyntheticAudioFrame.ac3(),
            SyntheticAudioFrame.eac3(type: 1, substream: 0),
            261
        ),
        Fault("strmtyp 3", .eac3, [], SyntheticAudioFrame.eac3(type: 3, substream: 0), 2),
        Fault(
            "44.1 kHz behind 48 kHz",
            .ac3,
            SyntheticAudioFrame.ac3(),
            [0x0B, 0x77, 0, 0, 0x48, 0x40] + [UInt8](repeating: 0, count: 400),
            256
        ),
    ]

    @Test(arguments: faults)
    func refuses(fault: Fault) throws {
        let error = #expect(throws: ParseError.self) {
            try Self.scan(fault.codec, fault.first + fault.second)
        }
        #expect(error?.offset == 1000 + fault.offset)
    }

    /// A stream gives the same frames for any division into pieces.
    @Test func findsTheSameFramesInPieces() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let stream = ["I03", "D03", "I03", "I16", "C06", "D06", "T06"].flatMap { Self.syncFrame($0[...]) }
        let whole = try Self.scan(.eac3, stream)
        for _ in 0..<50 {
            var scanner = AudioFrameScanner(.eac3)
            var frames: [AudioFrame] = []
            var end = 0
            var position = 0
            while end < stream.count {
                end = min(stream.count, end + Int.random(in: 1...200, using: &random))
                let bytes = Array(stream[..<end])
                position = try scanner.scan(
                    bytes.span,
                    from: position,
                    isPacketStart: position == 0,
                    into: &frames,
                    at: 0
                )
            }
            #expect(frames == whole, "seed \(seed)")
        }
    }

    @Test(
        arguments: [
            (.aac, [0xFF, 0xF1], 7, 2),
            (.aac, Array(SyntheticAudioFrame.adts(size: 60).prefix(59)), 60, 59),
            (.ac3, Array(SyntheticAudioFrame.ac3().prefix(6)), 256, 6),
        ] as [(AudioFrameScanner.Codec, [UInt8], UInt64, UInt64)]
    )
    func saysWhatIsMissing(codec: AudioFrameScanner.Codec, bytes: [UInt8], needed: UInt64, available: UInt64)
    {
        let error = AudioFrameScanner(codec).truncation(in: bytes.span, at: 0, offset: 7)
        #expect(error == .truncated(offset: 7, needed: needed, available: available))
    }

    private static func scan(_ codec: AudioFrameScanner.Codec, _ bytes: [UInt8]) throws -> [AudioFrame] {
        var scanner = AudioFrameScanner(codec)
        var frames: [AudioFrame] = []
        _ = try scanner.scan(bytes.span, from: 0, isPacketStart: true, into: &frames, at: 1000)
        return frames
    }

    /// Returns the frame that three characters stand for.
    private static func syncFrame(_ text: Substring) -> [UInt8] {
        let digits = text.dropFirst().compactMap { UInt8(String($0)) }
        switch text.first {
        case "C": return SyntheticAudioFrame.ac3()
        case "D": return SyntheticAudioFrame.eac3(type: 1, substream: digits[0], blocks: digits[1])
        case "T": return SyntheticAudioFrame.eac3(type: 2, substream: digits[0], blocks: digits[1])
        default: return SyntheticAudioFrame.eac3(type: 0, substream: digits[0], blocks: digits[1])
        }
    }
}
