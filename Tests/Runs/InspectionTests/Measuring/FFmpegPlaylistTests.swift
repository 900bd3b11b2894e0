import Foundation
import HLSPlaylists
import Inspection
import PlaylistLinting
import PresentationFixtures
import Presentations
import Testing

/// Compares measurements with the playlists that ffmpeg writes for its own media: durations, codecs, sizes.
struct FFmpegPlaylistTests {
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let arguments: [String]
        var hasVideo = true
        /// The frame rate in pictures per second.
        var rate = 25.0
    }

    private static let bars = "testsrc2=size=322x180:rate="
    private static let avc = ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "3", "-g", "50"]
    private static let tone = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"]

    static let cases: [Case] = [
        // 2^33 ticks of 90 kHz are 95443.7 s: the timestamps wrap in the second segment.
        Case(
            description: "transport stream with B-frames and times that wrap",
            arguments: ["-f", "lavfi", "-i", bars + "25"] + tone + avc + [
                "-c:a", "aac", "-output_ts_offset", "95440",
            ]
        ),
        Case(
            description: "transport stream of 29.97 pictures a second",
            arguments: ["-f", "lavfi", "-i", bars + "30000/1001"] + tone + avc + [
                "-c:a", "libmp3lame", "-b:a", "64k",
            ],
            rate: 30_000 / 1001
        ),
        Case(description: "sound alone", arguments: tone + ["-c:a", "aac"], hasVideo: false),
        Case(
            description: "fragments",
            arguments: ["-f", "lavfi", "-i", bars + "24000/1001"] + tone + avc
                + ["-c:a", "ac3", "-hls_segment_type", "fmp4"],
            rate: 24_000 / 1001
        ),
        Case(
            description: "byte ranges",
            arguments: ["-f", "lavfi", "-i", bars + "25"] + tone + avc
                + ["-c:a", "eac3", "-hls_flags", "single_file"]
        ),
    ]

    @Test(arguments: cases)
    func agreesWithFFmpeg(sample: Case) throws {
        let directory = try TemporaryDirectory()
        try Self.ffmpeg(sample.arguments, in: directory.path)
        let tree = try PlaylistTreeReader(path: directory.path + "/main.m3u8", root: nil).read()
        let media = try #require(tree.media.first)
        let found = try #require(try PresentationMeasurer().measure(tree, jobs: 2)[media.path])
        let segments = media.reading.playlist.segments
        #expect(found.failures.isEmpty)
        #expect(segments.count > 2)
        for (segment, measured) in zip(segments, found.segments) {
            // EXTINF has six decimals, a tick is 1/90000 s, and ffmpeg ignores the last audio frames.
            let isLast = segment.index + 1 == segments.count
            let duration = try #require(measured.duration)
            let difference = max(duration, segment.duration) - min(duration, segment.duration)
            #expect(
                difference < (isLast ? .milliseconds(45) : .microseconds(100)),
                "\(segment.index): \(duration)"
            )
            #expect(measured.startsWithKeyFrame == (sample.hasVideo ? true : nil))
        }
        let variant = try #require(tree.multivariant?.playlist.variants.first)
        #expect(variant.codecs == found.codecs.joined(separator: ","))
        #expect(found.resolution == (sample.hasVideo ? Resolution(width: 322, height: 180) : nil))
        if sample.hasVideo { #expect(abs(try #require(found.frameRate) - sample.rate) < 0.0005) }
    }

    private static func ffmpeg(_ arguments: [String], in folder: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["ffmpeg", "-v", "error", "-nostdin"] + arguments + [
                "-t", "6", "-f", "hls", "-hls_time", "2", "-hls_list_size", "0", "-master_pl_name",
                "main.m3u8",
                "media.m3u8",
            ]
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}
