import Bitstreams
import ElementaryStreams
import Mezzanines
import Muxing
import TestRandomness
import Testing

struct PackedAudioMuxerTests {
    private static func frames(_ count: Int) -> [[UInt8]] {
        (0..<count).map { [UInt8](repeating: UInt8($0 & 0x7F), count: 100 + $0 * 37 % 300) }
    }

    /// Returns an ID3 2.4 tag of 63 bytes.
    ///
    /// A PRIV frame of 53 bytes, with an owner of 45 including its terminator, and eight bytes of time.
    private static func tag(_ time: UInt64) -> [UInt8] {
        let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8)
        return [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 63, 0x50, 0x52, 0x49, 0x56, 0, 0, 0, 53, 0, 0]
            + owner + [0] + [UInt8](bigEndian: time)
    }

    /// Each AudioSpecificConfig, and the ADTS header for a frame of 100 bytes, 107 with the header.
    @Test(
        arguments: [
            // LC, 44.1 kHz, stereo.
            ([0x12, 0x10], [0xFF, 0xF1, 0x50, 0x80, 0x0D, 0x7F, 0xFC]),
            // LC, 48 kHz, 5.1.
            ([0x11, 0xB0], [0xFF, 0xF1, 0x4D, 0x80, 0x0D, 0x7F, 0xFC]),
            // Explicit SBR: 24 kHz, stereo, then 48 kHz and the LC core, whose rate the header has.
            ([0x2B, 0x11, 0x88, 0x00], [0xFF, 0xF1, 0x58, 0x80, 0x0D, 0x7F, 0xFC]),
            // Explicit PS: 22.05 kHz, mono, then 44.1 kHz and the LC core.
            ([0xEB, 0x8A, 0x08, 0x00], [0xFF, 0xF1, 0x5C, 0x40, 0x0D, 0x7F, 0xFC]),
            // Backward-compatible SBR: LC, 24 kHz, stereo, then sync extension 0x2B7.
            ([0x13, 0x10, 0x56, 0xE5, 0x98], [0xFF, 0xF1, 0x58, 0x80, 0x0D, 0x7F, 0xFC]),
            // LC, 48000 Hz in 24 bits, stereo.
            ([0x17, 0x80, 0x5D, 0xC0, 0x10], [0xFF, 0xF1, 0x4C, 0x80, 0x0D, 0x7F, 0xFC]),
        ] as [([UInt8], [UInt8])]
    )
    func writesADTS(_ configuration: [UInt8], _ header: [UInt8]) throws {
        let frame = [UInt8](repeating: 0x21, count: 100)
        let track = SyntheticTracks.audio(.aac, [frame], configuration: configuration)
        let rendition = try RenditionReading.rendition(try PackedAudioMuxer(SyntheticTracks.cut(track)))
        #expect(try RenditionReading.all(rendition) == Self.tag(900_000) + header + frame)
    }

    /// After a gap a tag gives the time of the next frame; gaps up to 90 ms, 4320 ticks, are ignored.
    @Test(
        arguments: [
            ([47: 4_320], [0..<100]), ([47: 4_368], [0..<48, 48..<100]),
            ([3: 2_184, 47: 2_184], [0..<48, 48..<100]),
        ] as [([Int: UInt32], [Range<Int>])]
    )
    func `A segment begins behind gaps`(_ gaps: [Int: UInt32], _ parts: [Range<Int>]) throws {
        let frames = Self.frames(100)
        let track = SyntheticTracks.audio(.aac, frames, durations: gaps.mapValues { 1_024 + $0 })
        let rendition = try RenditionReading.rendition(try PackedAudioMuxer(SyntheticTracks.cut(track)))
        // 48 frames and 4368 ticks at 48000 Hz are 53520, or 100350 at 90000 Hz.
        let starts: [UInt64] = [900_000, 900_000 + 100_350]
        let lengths: [Int64] = parts.count == 1 ? [102_400 + 4_320] : [53_520, 52 * 1_024]
        #expect(rendition.segments.map(\.duration.ticks) == lengths)
        for (file, (time, part)) in zip(rendition.files, zip(starts, parts)) {
            let bytes = try RenditionReading.all(file.bytes)
            #expect(Array(bytes.prefix(73)) == Self.tag(time))
            #expect(bytes.count == 73 + frames[part].reduce(0) { $0 + 7 + $1.count })
        }
    }

    @Test(arguments: [
        (TrackFormat.Codec.aac, "aac", 7), (.ac3, "ac3", 0), (.eac3, "ec3", 0),
    ])
    func makesSegments(_ codec: TrackFormat.Codec, _ suffix: String, _ header: Int) throws {
        let frames = (0..<100).map { number in
            SyntheticTracks.frame(codec, size: 100 + number * 38 % 300, filling: UInt8(number))
        }
        let track = SyntheticTracks.audio(codec, frames, shift: -1_024)
        let rendition = try RenditionReading.rendition(
            try PackedAudioMuxer(SyntheticTracks.cut(track, before: [47]))
        )
        #expect(rendition.files.map(\.name) == ["segment-00001.", "segment-00002."].map { $0 + suffix })
        #expect(rendition.segments.map(\.location.range) == [nil, nil])
        #expect(rendition.segments.map(\.duration.ticks) == [47 * 1_024, 53 * 1_024])
        // The second segment starts 46 frames of 1920 ticks after the start of the presentation.
        let times: [UInt64] = [900_000 - 1_920, 900_000 + 46 * 1_920]
        for (file, (time, range)) in zip(rendition.files, zip(times, [0..<47, 47..<100])) {
            let bytes = try RenditionReading.all(file.bytes)
            #expect(Array(bytes.prefix(73)) == Self.tag(time))
            var position = 73
            for frame in frames[range] {
                #expect(Array(bytes[(position + header)...].prefix(frame.count)) == frame)
                position += header + frame.count
            }
            #expect(position == bytes.count)
        }
    }

    /// Players would not find the frames after one that is damaged.
    @Test(arguments: [(TrackFormat.Codec.ac3, 0), (.ac3, 5), (.eac3, 0), (.eac3, 3)])
    func `A sample that is no whole frame is refused`(_ codec: TrackFormat.Codec, _ index: Int) throws {
        var frames = [UInt8](0..<3).map { SyntheticTracks.frame(codec, size: 100, filling: $0) }
        frames[1][index] ^= 0xFF
        let track = SyntheticTracks.audio(codec, frames)
        let offset = UInt64(frames[0].count)
        let muxers: [any SegmentMuxer] = [
            try PackedAudioMuxer(SyntheticTracks.cut(track)),
            try TransportStreamMuxer([SyntheticTracks.cut(track)], isSingleFile: false),
        ]
        for muxer in muxers {
            let error = #expect(throws: ByteSourceError.self) {
                _ = try RenditionReading.all(try RenditionReading.rendition(muxer))
            }
            guard case .malformed(_, let parse) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(offset..<offset + 6 ~= parse.offset)
        }
    }

    /// Audio that begins late, or has a gap: a file without a frame would have no format, so there is none.
    @Test(arguments: [
        ([0, 0, 20, 100], [[0, 20], [20, 100]]), ([20, 20, 20, 100], [[0, 20], [20, 100]]),
        ([0, 0, 0, 100], [[0, 100]]), ([20, 40, 100, 100], [[0, 20], [20, 40], [40, 100]]),
    ])
    func makesNoSegmentWithoutFrames(_ ends: [Int], _ expected: [[Int]]) throws {
        let track = SyntheticTracks.audio(.aac, Self.frames(100))
        let whole = SyntheticTracks.cut(track)
        // Each segment lasts 1000 ticks, whatever samples it has.
        let segments = zip([0] + ends, ends).enumerated().map { number, range in
            TrackSegments.Segment(samples: range.0..<range.1, start: Int64(1_000 * number), duration: 1_000)
        }
        let rendition = try RenditionReading.rendition(
            try PackedAudioMuxer(TrackSegments(timedTrack: whole.timedTrack, segments: segments))
        )
        #expect(rendition.files.count == expected.count)
        #expect(rendition.segments.map(\.duration.ticks).reduce(0, +) == 4_000)
        #expect(rendition.segments.first?.start.ticks == 0)
        for (file, range) in zip(rendition.files, expected) {
            var run = AudioFrameParser()
            let bytes = try RenditionReading.all(file.bytes)
            try run.consume(bytes.span, at: 0)
            try run.checkEnd()
            #expect(run.frameCount == range[1] - range[0])
        }
    }

    @Test func isReadAsAFrameRun() throws {
        let track = SyntheticTracks.audio(.aac, Self.frames(50), shift: (1 << 33) * 48 / 90)
        let rendition = try RenditionReading.rendition(try PackedAudioMuxer(SyntheticTracks.cut(track)))
        var run = AudioFrameParser()
        let bytes = try RenditionReading.all(rendition)
        try run.consume(bytes.span, at: 0)
        try run.checkEnd()
        #expect(run.codec == .aac)
        #expect(run.frameCount == 50)
        // The origin of 2^33 * 48 / 90 ticks at 48 kHz is one wrap of 2^33 ticks at 90 kHz, less a fraction
        // of a tick.
        #expect(run.timestamp?.value == 900_000)
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func readsAnywhereAsInOrder(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let codec = seed % 2 == 0 ? TrackFormat.Codec.aac : .eac3
        let frames = (0..<400).map { number in
            let size = 2 * Int.random(in: 30...500, using: &random)
            return SyntheticTracks.frame(codec, size: size, filling: UInt8(truncatingIfNeeded: number))
        }
        let track = SyntheticTracks.audio(codec, frames)
        let source = try RenditionReading.rendition(try PackedAudioMuxer(SyntheticTracks.cut(track))).files[0]
            .bytes
        let bytes = try RenditionReading.all(source, by: 256 << 10)
        let reader = try source.makeReader()
        for _ in 0..<100 {
            let start = Int.random(in: 0...bytes.count, using: &random)
            let count = Int.random(in: 0...5_000, using: &random)
            let found = try reader.bytes(count, at: UInt64(start))
            #expect(found == Array(bytes[start..<min(bytes.count, start + count)]), "at \(start)")
        }
    }
}
