import Bitstreams
import ISOBaseMedia
import Mezzanines
import Muxing
import TestRandomness
import Testing

/// Sample tables with arbitrary values give an error or a stream, but no overflow and no endless loop.
struct HostileSampleTableTests {
    @Test(arguments: 0..<60 as Range<UInt64>)
    func survivesAnyTable(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = random.bytes(4_000)
        let video = SyntheticTracks.video([])
        let audio = SyntheticTracks.audio(.aac, [])
        let tracks = [
            Self.track(like: video, bytes, &random), Self.track(like: audio, bytes, &random),
        ]
        for choice in [[tracks[0]], [tracks[1]], tracks] {
            let muxer = try TransportStreamMuxer(choice, isSingleFile: seed % 2 == 0)
            guard let rendition = try? RenditionReading.rendition(muxer) else { continue }
            let stream = try RenditionReading.all(rendition)
            #expect(try Demultiplexed(stream).countersRunOn)
        }
        let packed = try PackedAudioMuxer(tracks[1])
        guard let rendition = try? RenditionReading.rendition(packed) else { return }
        _ = try RenditionReading.all(rendition)
    }

    /// Returns a track of samples at any time and offset, most of them inside the bytes.
    private static func track(
        like track: SourceTrack,
        _ bytes: [UInt8],
        _ random: inout SeededGenerator
    ) -> TrackSegments {
        let times: [UInt64] = [0, 1, 3_600, 1 << 31, 1 << 62, (1 << 63) - 1, 1 << 63, .max]
        let durations: [UInt32] = [0, 1, 1_024, 3_600, 1 << 31, .max]
        let leads: [Int32] = [0, 0, 1, -1, .max, .min]
        let isWild = Bool.random(using: &random)
        var index = SampleIndex()
        for number in 0..<12 {
            let size = Int.random(in: 1...(isWild ? 300 : 60), using: &random)
            var offset = UInt64.random(in: 0...UInt64(bytes.count - size), using: &random)
            if isWild, number == 11, Bool.random(using: &random) { offset = .max - 5 }
            index.append(
                MovieSample(
                    decodeTime: index.endTime &+ (times.randomElement(using: &random) ?? 0),
                    duration: durations.randomElement(using: &random) ?? 0,
                    compositionOffset: leads.randomElement(using: &random) ?? 0,
                    offset: offset,
                    size: UInt32(size),
                    isSync: Bool.random(using: &random),
                    descriptionIndex: 1
                )
            )
        }
        // Video samples of more than 4 bytes begin with a valid NAL unit length, so that some can be read.
        var media = bytes
        if track.content == .video, !isWild {
            var cursor = index.samples()
            while let sample = cursor.next() {
                let start = Int(sample.offset)
                let length = [UInt8](bigEndian: sample.size &- 4)
                if sample.size > 4 { media.replaceSubrange(start..<start + 4, with: length) }
            }
        }
        let hostileTrack = SourceTrack(
            path: track.path,
            identifier: 1,
            content: track.content,
            format: track.format,
            timescale: [1, 90_000, .max].randomElement(using: &random) ?? 1,
            language: nil,
            presentationShift: [0, .min, .max, -1_024].randomElement(using: &random) ?? 0,
            presentationEnd: nil,
            samples: index,
            bytes: InMemoryByteSource(media)
        )
        return TrackSegments(
            timedTrack: TimedTrack(track: hostileTrack, origin: 0),
            segments: [
                .init(samples: 0..<5, start: .min, duration: .max),
                .init(samples: 5..<12, start: .max, duration: 0),
            ]
        )
    }
}
