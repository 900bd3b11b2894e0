import ElementaryStreams
import Foundation
import MediaProbing
import Verification

/// A clear stream with what it is to be recognised as.
struct SampleStream: Sendable, CustomStringConvertible {
    let description: String
    let bytes: [UInt8]
    let kind: StreamKind
    var expectation = StreamExpectation()
}

/// Streams of every kind, made by ffmpeg when they are first asked for.
enum SampleStreams {
    /// ffmpeg could not make a sample.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// All samples.
    static func all() throws -> [SampleStream] { try made.get() }

    /// The sample of a name.
    static func named(_ name: String) throws -> SampleStream {
        guard let sample = try all().first(where: { $0.description == name }) else {
            throw Failure(description: "no sample '\(name)'")
        }
        return sample
    }

    /// An ID3 tag with a transportStreamTimestamp of 900000, written by hand from RFC 8216, 3.4.
    static let timestampTag: [UInt8] =
        Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 63] + Array("PRIV".utf8) + [0, 0, 0, 53, 0, 0]
        + Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0, 0, 0, 0, 0, 0, 0x0D, 0xBB, 0xA0]

    static let subtitles = """
        WEBVTT
        X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000

        STYLE
        ::cue { color: yellow }

        NOTE Ein Kommentar – über zwei
        Zeilen

        intro
        00:00:01.000 --> 00:00:03.500 align:start
        Grüße aus 東京 🎬

        01:00:04.000 --> 01:00:05.000
        <v Roger>Second
        """

    private static let made = Result { try make() }

    private static let video = ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25"]
    private static let audio = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"]
    private static let avc = ["-t", "2", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "25"]

    private static func make() throws -> [SampleStream] {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("fairlead-samples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func make(_ name: String, _ arguments: [[String]]) throws -> [UInt8] {
            try ffmpeg(arguments.flatMap { $0 } + [name], in: folder)
            return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
        }
        func read(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
        }
        var samples: [SampleStream] = []
        for (name, codecs) in transportCodecs {
            let bytes = try make("\(name).ts", [video, audio, codecs, ["-f", "mpegts"]])
            samples.append(SampleStream(description: "ts \(name)", bytes: bytes, kind: .transportStream))
        }
        let segmented = ["-f", "hls", "-hls_segment_type", "fmp4", "-hls_time", "1"]
        _ = try make("fmp4.m3u8", [video, audio, avc, ["-c:a", "aac"], segmented])
        for (file, kind) in [("fmp40.m4s", StreamKind.fragmentedMP4), ("fmp41.m4s", .fragmentedMP4)] {
            samples.append(SampleStream(description: file, bytes: try read(file), kind: kind))
        }
        let map = StreamExpectation(role: .mapSection)
        samples.append(
            SampleStream(
                description: "init",
                bytes: try read("init.mp4"),
                kind: .initializationSection,
                expectation: map
            )
        )
        let fragments = ["-f", "mp4", "-movflags", "frag_keyframe+empty_moov+default_base_moof"]
        let whole = try make("whole.mp4", [video, audio, avc, ["-c:a", "aac"], fragments])
        samples.append(
            SampleStream(description: "self-initialising fmp4", bytes: whole, kind: .fragmentedMP4)
        )
        for (name, codec, encoder) in audioCodecs {
            let bytes = try make(
                "audio.\(name)",
                [audio, ["-t", "0.3", "-ac", "2", "-c:a", encoder, "-f", format(name)]]
            )
            samples.append(SampleStream(description: name, bytes: bytes, kind: .packedAudio(codec)))
            let tagged = StreamExpectation(timestampTagRequired: true)
            samples.append(
                SampleStream(
                    description: "\(name) with timestamp",
                    bytes: timestampTag + bytes,
                    kind: .packedAudio(codec),
                    expectation: tagged
                )
            )
        }
        samples.append(SampleStream(description: "webvtt", bytes: Array(subtitles.utf8), kind: .webVTT))
        return samples
    }

    private static let transportCodecs: [(String, [String])] = [
        ("avc aac", avc + ["-c:a", "aac"]),
        ("avc ac3", avc + ["-c:a", "ac3"]),
        ("avc eac3", avc + ["-c:a", "eac3"]),
        ("mpeg2 mp2", ["-t", "2", "-c:v", "mpeg2video", "-c:a", "mp2"]),
        ("hevc mp3", ["-t", "1", "-c:v", "libx265", "-x265-params", "log-level=none", "-c:a", "libmp3lame"]),
    ]

    private static let audioCodecs: [(String, PackedAudioCodec, String)] = [
        ("aac", .aac, "aac"), ("ac3", .ac3, "ac3"), ("eac3", .eac3, "eac3"), ("mp3", .mp3, "libmp3lame"),
    ]

    private static func format(_ name: String) -> String { name == "aac" ? "adts" : name }

    private static func ffmpeg(_ arguments: [String], in folder: URL) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-v", "error", "-nostdin", "-y"] + arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "ffmpeg \(arguments) ended with \(process.terminationStatus)")
        }
    }
}
