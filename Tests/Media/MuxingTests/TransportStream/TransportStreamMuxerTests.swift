import Bitstreams
import MediaProbing
import Mezzanines
import Muxing
import Testing
import TransportStreams

struct TransportStreamMuxerTests {
    /// Returns pictures of varying size at 25 per second, in GOPs of twelve with pairs of B-pictures.
    static func pictures(_ count: Int = 60, duration: UInt32 = 3_600) -> [SyntheticPicture] {
        (0..<count).map { number in
            let isSync = number % 12 == 0
            let size = isSync ? 3_000 + number * 7 : 150 + number * 31 % 700
            // Decoded I0 P3 B1 B2 P6 B4 B5: presented 1, 3, 0, 0, ... pictures later, less the delay of one.
            let lead: Int32 = [1, 3, 0, 0, 3, 0, 0, 3, 0, 0, 2, 1][number % 12]
            return SyntheticPicture(
                units: [[isSync ? 0x65 : 0x41] + [UInt8](repeating: UInt8(number | 1), count: size)],
                isSync: isSync,
                compositionOffset: lead * Int32(duration),
                duration: duration
            )
        }
    }

    static func frames(_ count: Int, seed: Int = 3) -> [[UInt8]] {
        (0..<count).map { [UInt8](repeating: UInt8($0 & 0x7F), count: 300 + $0 * seed % 90) }
    }

    /// Returns 2.4 s of video in three segments, and `audio` audio tracks.
    static func tracks(audio: Int = 0, origin: Int64 = 0) -> [TrackSegments] {
        let video = SyntheticTracks.video(Self.pictures(), shift: -3_600 + origin)
        let shift = origin * 48_000 / 90_000 - 1_024
        return [SyntheticTracks.cut(video, before: [24, 36])]
            + (0..<audio).map { number in
                let track = SyntheticTracks.audio(
                    .aac,
                    Self.frames(113, seed: 3 + number),
                    shift: shift,
                    language: number == 0 ? "eng" : nil
                )
                return SyntheticTracks.cut(track, before: [46, 68])
            }
    }

    @Test(arguments: 0...2)
    func makesSegmentsThatGoOn(_ audio: Int) throws {
        let tracks = Self.tracks(audio: audio)
        let muxer = try TransportStreamMuxer(tracks, isSingleFile: false)
        let rendition = try RenditionReading.rendition(muxer)
        #expect(
            rendition.files.map(\.name) == ["segment-00001.ts", "segment-00002.ts", "segment-00003.ts"]
        )
        #expect(rendition.segments.map(\.location) == (0..<3).map { .init(file: $0) })
        #expect(rendition.segments.map(\.start.seconds) == [0, 0.96, 1.44])
        #expect(rendition.initializationSection == nil)
        let stream = try Demultiplexed(try RenditionReading.all(rendition))
        #expect(stream.countersRunOn)
        #expect(stream.streams.mapValues(\.count)[0x100] == 60)
        for file in rendition.files {
            let segment = try Demultiplexed(try RenditionReading.all(file.bytes))
            #expect(segment.packets.prefix(2).map(\.pid) == [0, 0x1000])
            #expect(segment.order.first?.pid == 0x100)
            #expect(segment.order.first?.isRandomAccess == true)
        }
        for (index, track) in tracks.dropFirst().enumerated() {
            let packets = try #require(stream.streams[UInt16(0x101 + index)])
            #expect(packets.allSatisfy { $0.header.streamID == 0xC0 })
            let samples = try track.track.bytes.makeReader().bytes(Int(track.track.bytes.size), at: 0)
            let frames = Self.frames(113, seed: 3 + index)
            #expect(Self.withoutADTS(packets.flatMap(\.data), frames.map(\.count)) == samples)
        }
    }

    /// Returns the frames without their ADTS headers, given the frame sizes.
    private static func withoutADTS(_ bytes: [UInt8], _ sizes: [Int]) -> [UInt8] {
        var position = 0
        var frames: [UInt8] = []
        for size in sizes {
            #expect(Array(bytes[position..<position + 4]) == [0xFF, 0xF1, 0x4C, 0x80])
            let length = Int(bytes[position + 4]) << 3 | Int(bytes[position + 5]) >> 5
            #expect(length == size + 7)
            frames += bytes[position + 7..<position + 7 + size]
            position += 7 + size
        }
        #expect(position == bytes.count)
        return frames
    }

    @Test(arguments: [0, 2])
    func findsIFrames(_ audio: Int) throws {
        let muxer = try TransportStreamMuxer(Self.tracks(audio: audio), isSingleFile: true)
        let rendition = try RenditionReading.rendition(muxer)
        #expect(rendition.files.map(\.name) == ["media.ts"])
        let bytes = try RenditionReading.all(rendition)
        let stream = try Demultiplexed(bytes)
        let expected = try #require(stream.streams[0x100]).filter(\.isRandomAccess)
        let found = rendition.segments.flatMap(\.iFrames)
        #expect(found.map(\.start.seconds) == [0, 0.48, 0.96, 1.44, 1.92])
        #expect(found.count == expected.count)
        for (frame, packet) in zip(found, expected) {
            // The range has two packets of tables, then the PES packet and no other.
            #expect(Int(frame.range.lowerBound) == packet.range.lowerBound - 376)
            #expect(Int(frame.range.upperBound) == packet.range.upperBound)
            let alone = Array(bytes[Int(frame.range.lowerBound)..<Int(frame.range.upperBound)])
            #expect(Set(try Demultiplexed(alone).packets.map(\.pid)) == [0, 0x1000, 0x100])
        }
    }

    @Test func putsSegmentsIntoOneFile() throws {
        let tracks = Self.tracks(audio: 1)
        let single = try RenditionReading.rendition(try TransportStreamMuxer(tracks, isSingleFile: true))
        let several = try RenditionReading.rendition(try TransportStreamMuxer(tracks, isSingleFile: false))
        #expect(try RenditionReading.all(single) == (try RenditionReading.all(several)))
        var start: UInt64 = 0
        for (segment, file) in zip(single.segments, several.files) {
            let end = start + file.bytes.size
            #expect(segment.location == .init(file: 0, range: start..<end))
            start = end
        }
    }

    @Test func tellsStreamsInTheProgramMap() throws {
        let video = SyntheticTracks.video([SyntheticPicture(units: [[0x65, 1]], isSync: true)])
        let sound = { (codec: TrackFormat.Codec, language: String?) in
            let frame = SyntheticTracks.frame(codec, size: 90, filling: 1)
            return SyntheticTracks.audio(codec, [frame], language: language)
        }
        let tracks = [video, sound(.aac, "eng"), sound(.ac3, "fra"), sound(.eac3, nil)].map {
            SyntheticTracks.cut($0)
        }
        let rendition = try RenditionReading.rendition(try TransportStreamMuxer(tracks, isSingleFile: false))
        let stream = try Demultiplexed(try RenditionReading.all(rendition))
        let map = try #require(stream.map)
        #expect(map.pcrPID.rawValue == 0x100)
        #expect(map.streams.map(\.type.rawValue) == [0x1B, 0x0F, 0x81, 0x87])
        #expect(map.streams.map(\.pid.rawValue) == [0x100, 0x101, 0x102, 0x103])
        let language = { (text: String) in ProgramDescriptor(tag: 0x0A, body: Array(text.utf8) + [0]) }
        let registration = { (text: String) in ProgramDescriptor(tag: 0x05, body: Array(text.utf8)) }
        #expect(
            map.streams.map(\.descriptors) == [
                [], [language("eng")], [registration("AC-3"), language("fra")], [registration("EAC3")],
            ]
        )
        #expect(stream.order.map(\.header.streamID) == [0xE0, 0xC0, 0xBD, 0xBD])
    }

    @Test func isReadByTheProbe() throws {
        let rendition = try RenditionReading.rendition(
            try TransportStreamMuxer(Self.tracks(audio: 1), isSingleFile: true)
        )
        var probe = MediaProbe()
        let bytes = try RenditionReading.all(rendition)
        try probe.consume(bytes.span)
        let content = try probe.finish()
        #expect(content.tracks.map(\.content) == [.video, .audio])
        #expect(content.tracks.map { $0.codecs.map(\.name) } == [["avc1.42c00a"], ["mp4a.40.2"]])
        #expect(content.tracks.first?.startsWithKeyFrame == true)
    }

    /// After the end of the video only audio follows; a segment without samples still has tables and a clock.
    @Test func makesSegmentsWithoutSamples() throws {
        let video = SyntheticTracks.video(Self.pictures(12), shift: -3_600)
        let cut = TrackSegments(
            timedTrack: TimedTrack(track: video, origin: 0),
            segments: [
                .init(samples: 0..<12, start: 0, duration: 43_200),
                .init(samples: 12..<12, start: 43_200, duration: 43_200),
            ]
        )
        let audio = SyntheticTracks.cut(
            SyntheticTracks.audio(.aac, Self.frames(45)),
            before: [22]
        )
        let alone = try RenditionReading.rendition(try TransportStreamMuxer([cut], isSingleFile: false))
        let second = try Demultiplexed(try RenditionReading.all(alone.files[1].bytes))
        #expect(second.packets.map(\.pid) == [0, 0x1000, 0x100])
        #expect(second.packets.last?.clock == 43_200 + 900_000 - 27_000)
        let both = try RenditionReading.rendition(
            try TransportStreamMuxer([cut, audio], isSingleFile: false)
        )
        let stream = try Demultiplexed(try RenditionReading.all(both))
        #expect(stream.countersRunOn)
        let last = try Demultiplexed(try RenditionReading.all(both.files[1].bytes))
        #expect(last.packets.prefix(3).map(\.pid) == [0, 0x1000, 0x100])
        #expect(last.streams[0x101]?.isEmpty == false)
    }
}
