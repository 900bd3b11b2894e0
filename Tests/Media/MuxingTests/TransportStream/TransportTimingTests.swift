import Mezzanines
import Muxing
import Testing
import TransportStreams

/// Time stamps of PES packets, and the clock.
struct TransportTimingTests {
    /// Time stamps agree with an independent calculation; the clock is 300 ms ahead and frequent enough.
    @Test(arguments: [0, 1], [0, (1 << 33) - 900_000 - 90_000] as [Int64])
    func stampsTimes(_ audio: Int, _ origin: Int64) throws {
        let tracks = TransportStreamMuxerTests.tracks(audio: audio, origin: origin)
        let muxer = try TransportStreamMuxer(tracks, isSingleFile: false)
        let stream = try Demultiplexed(try RenditionReading.all(try RenditionReading.rendition(muxer)))
        let wrap: Int64 = 1 << 33
        let video = try #require(stream.streams[0x100])
        for (number, packet) in video.enumerated() {
            let decoding = Int64(number) * 3_600 - 3_600 + origin + 900_000
            let lead = Int64(TransportStreamMuxerTests.pictures()[number].compositionOffset)
            #expect(packet.decodingTime == UInt64(decoding % wrap))
            #expect(packet.presentationTime == UInt64((decoding + lead) % wrap))
            #expect((packet.header.decodingTime == nil) == (lead == 0))
            #expect(packet.clock == UInt64((decoding - 27_000) % wrap))
            #expect(packet.isRandomAccess == (number % 12 == 0))
        }
        var frame: Int64 = 0
        for packet in stream.streams[0x101] ?? [] {
            let time = (frame - 1) * 1_920 + origin + 900_000
            #expect(packet.presentationTime == UInt64(time % wrap))
            #expect(packet.header.decodingTime == nil)
            var rest = packet.data[...]
            while rest.count >= 7 {
                frame += 1
                rest = rest.dropFirst(
                    Int(rest[rest.startIndex + 4]) << 3 | Int(rest[rest.startIndex + 5]) >> 5
                )
            }
        }
        try Self.checkClock(stream)
    }

    /// Expects clocks at most 100 ms apart, none later than the packets after it.
    private static func checkClock(_ stream: Demultiplexed) throws {
        let clocks = stream.packets.compactMap { packet in packet.clock.map { (packet.offset, $0) } }
        for (clock, next) in zip(clocks, clocks.dropFirst()) {
            #expect((1...9_000).contains((next.1 &- clock.1) & 0x1_FFFF_FFFF))
        }
        for packet in stream.order {
            guard let last = clocks.last(where: { $0.0 <= packet.range.lowerBound }) else { continue }
            let lead = (try #require(packet.decodingTime) &- last.1) & 0x1_FFFF_FFFF
            // The clock is at least 100 ms and at most a second ahead of the data (ISO/IEC 13818-1, 2.7.9).
            #expect((9_000...90_000).contains(lead))
        }
    }

    @Test func addsClocksBetweenRarePictures() throws {
        var pictures = TransportStreamMuxerTests.pictures(6, duration: 45_000)
        for index in pictures.indices { pictures[index].compositionOffset = 0 }
        let cut = SyntheticTracks.cut(SyntheticTracks.video(pictures), before: [3])
        let rendition = try RenditionReading.rendition(try TransportStreamMuxer([cut], isSingleFile: false))
        let stream = try Demultiplexed(try RenditionReading.all(rendition))
        // 500 ms are five intervals: each picture is followed by four packets with only a clock, also before
        // a segment's end.
        #expect(stream.packets.filter { $0.pid == 0x100 && !$0.hasPayload }.count == 5 * 4)
        #expect(stream.countersRunOn)
        try Self.checkClock(stream)
    }

    /// Audio that begins before the video is sent at its own time and does not wait for the first picture.
    @Test(arguments: [45_000, 90_000, 20 * 90_000] as [Int64])
    func startsWithTheFirstStream(_ delay: Int64) throws {
        let video = SyntheticTracks.video(TransportStreamMuxerTests.pictures(), shift: delay - 3_600)
        let frames = TransportStreamMuxerTests.frames(113 + Int(delay / 1_920))
        let audio = SyntheticTracks.audio(.aac, frames, shift: -1_024)
        let tracks = [SyntheticTracks.cut(video), SyntheticTracks.cut(audio)]
        let rendition = try RenditionReading.rendition(try TransportStreamMuxer(tracks, isSingleFile: false))
        let stream = try Demultiplexed(try RenditionReading.all(rendition))
        #expect(stream.packets.prefix(2).map(\.pid) == [0, 0x1000])
        #expect(stream.packets.first { $0.clock != nil }?.clock == UInt64(900_000 - 1_920 - 27_000))
        #expect(stream.streams[0x100]?.count == 60)
        try Self.checkClock(stream)
    }

    /// The clock continues while audio continues after the last picture, also across segment boundaries.
    @Test(arguments: [46, 47, 50, 53], [68, 69, 70, 75])
    func keepsTheClockBehindThePictures(_ second: Int, _ third: Int) throws {
        let video = SyntheticTracks.video(TransportStreamMuxerTests.pictures(24), shift: -3_600)
        let starts = [0, second, third].map { Int64(max(0, $0 - 1)) * 1_920 }
        let segments = zip([0..<24, 24..<24, 24..<24], starts).map { samples, start in
            TrackSegments.Segment(samples: samples, start: start, duration: 43_200)
        }
        let audio = SyntheticTracks.audio(.aac, TransportStreamMuxerTests.frames(113), shift: -1_024)
        let tracks = [
            TrackSegments(timedTrack: TimedTrack(track: video, origin: 0), segments: segments),
            SyntheticTracks.cut(audio, before: [second, third]),
        ]
        let rendition = try RenditionReading.rendition(try TransportStreamMuxer(tracks, isSingleFile: false))
        let stream = try Demultiplexed(try RenditionReading.all(rendition))
        #expect(stream.countersRunOn)
        try Self.checkClock(stream)
    }

    /// Frames share a PES packet if the first time stamp gives all times: up to 100 ms, without a gap.
    @Test(
        arguments: [
            ([:], [0, 4, 8]),
            ([0: 2_048], [0, 1, 5, 9]),
            ([5: 4_096], [0, 4, 5, 6]),
            ([1: 1_025, 2: 1_023], [0, 4, 8]),
        ] as [([Int: UInt32], [Int])]
    )
    func groupsFrames(_ durations: [Int: UInt32], _ firsts: [Int]) throws {
        let frames = [UInt8](0..<10).map { SyntheticTracks.frame(.ac3, size: 128, filling: $0) }
        let track = SyntheticTracks.audio(.ac3, frames, durations: durations)
        let rendition = try RenditionReading.rendition(
            try TransportStreamMuxer([SyntheticTracks.cut(track)], isSingleFile: false)
        )
        let stream = try Demultiplexed(try RenditionReading.all(rendition))
        let packets = try #require(stream.streams[0x100])
        let times = firsts.map { first in
            (0..<first).reduce(UInt64(0)) { $0 + UInt64(durations[$1] ?? 1_024) }
        }
        #expect(packets.map(\.presentationTime) == times.map { 900_000 + ($0 * 15 + 4) / 8 })
        #expect(packets.flatMap(\.data) == frames.flatMap { $0 })
    }

    /// Composition offsets of `ctts` version 1: no picture may be decoded after its presentation time.
    @Test func movesDecodingBeforePresentation() throws {
        let offsets: [Int32] = [0, 6_000, -3_000, -3_000]
        let pictures = offsets.enumerated().map { number, offset in
            SyntheticPicture(units: [[0x65, 1]], isSync: number == 0, compositionOffset: offset)
        }
        let cut = SyntheticTracks.cut(SyntheticTracks.video(pictures))
        let rendition = try RenditionReading.rendition(try TransportStreamMuxer([cut], isSingleFile: false))
        let stream = try Demultiplexed(try RenditionReading.all(rendition))
        let packets = try #require(stream.streams[0x100])
        #expect(packets.map(\.presentationTime) == [900_000, 909_000, 903_000, 906_000])
        #expect(packets.map(\.decodingTime) == [897_000, 900_000, 903_000, 906_000])
    }
}
