import ElementaryStreams
import MediaProbing
import Testing

/// Compares the probe with ffprobe over media that ffmpeg makes.
struct FFprobeComparisonTests {
    @Test(arguments: GeneratedMedia.all)
    func agreesWithFFprobe(media: GeneratedMedia) throws {
        let folder = try ScratchFolder()
        try Tool.run(
            "ffmpeg",
            ["-v", "error", "-nostdin", "-y"] + media.arguments + [media.name],
            in: folder.url
        )
        let content = try probe(try folder.bytes(media.name), chunk: 65_536)
        let judge = try FFprobe.look(at: media.name, in: folder)
        #expect(content.tracks.flatMap(\.codecs).map(\.text) == media.codecs)
        try #require(content.tracks.count == judge.streams.count)
        for (track, stream) in zip(content.tracks, judge.streams) {
            #expect(track.content == (stream.codec_type == "video" ? .video : .audio))
            #expect(track.pictureSize?.width == stream.width.map(UInt32.init))
            #expect(track.pictureSize?.height == stream.height.map(UInt32.init))
            let packets = judge.packets(of: stream)
            try check(track, stream, packets)
            if track.content == .video {
                #expect(track.startsWithKeyFrame == packets.first?.flags.hasPrefix("K"))
            }
        }
    }

    private func check(_ track: MediaTrack, _ stream: FFprobe.Stream, _ packets: [FFprobe.Packet]) throws {
        let timing = try #require(track.timing)
        let length = try #require(timing.length)
        #expect(timing.sampleCount == UInt64(packets.count))
        guard timing.wraps else {
            // ffprobe gives no duration of a last sample, or that of a whole frame where the fragment says less.
            let times = packets.compactMap(\.dts)
            let span = try #require(times.last) - (try #require(times.first))
            let longest = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
            #expect(length.timescale == UInt32(stream.timescale))
            #expect((span + 1...span + longest).contains(Int(length.ticks)), "\(length.ticks), span \(span)")
            return
        }
        let times = packets.compactMap(\.pts)
        let first = try #require(times.min())
        #expect(timing.start?.ticks == UInt64(first) % MediaTiming.wrap)
        // ffprobe gives each packet a length in whole ticks.
        let expected = Double(try #require(times.max()) - first + (packets.last?.duration ?? 0)) / 90_000
        let found = Double(length.ticks) / Double(length.timescale)
        #expect(abs(found - expected) < Double(packets.count + 1) / 90_000, "\(found) and \(expected)")
    }
}
