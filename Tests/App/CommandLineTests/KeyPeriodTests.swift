import Foundation
import Testing

/// `--rotate-every` and `--clear-lead`: exact media time, the same in all renditions, with I-frame playlists.
struct KeyPeriodTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// A rotation interval, and the key period of each segment of the playlists in `ts/`.
    ///
    /// Video segments start at 0, 4 and 8 s, audio segments at 0, 4.032 and 8.02133 s; I-frames belong to the
    /// segment that contains them.
    struct Rotation: Sendable, CustomTestStringConvertible {
        let every: String
        let video: [Int]
        let audio: [Int]
        let iFrames: [Int]

        var testDescription: String { every }
    }

    static let rotations = [
        Rotation(every: "4", video: [0, 1, 2], audio: [0, 1, 2], iFrames: [0, 0, 1, 1, 2, 2]),
        Rotation(every: "4.0s", video: [0, 1, 2], audio: [0, 1, 2], iFrames: [0, 0, 1, 1, 2, 2]),
        Rotation(every: "4.01", video: [0, 0, 1], audio: [0, 1, 2], iFrames: [0, 0, 0, 0, 1, 1]),
        Rotation(every: "8.02133", video: [0, 0, 0], audio: [0, 0, 1], iFrames: [0, 0, 0, 0, 0, 0]),
        Rotation(every: "6s", video: [0, 0, 1], audio: [0, 0, 1], iFrames: [0, 0, 0, 0, 1, 1]),
        Rotation(every: "2", video: [0, 2, 4], audio: [0, 2, 4], iFrames: [0, 0, 2, 2, 4, 4]),
        Rotation(every: "1m", video: [0, 0, 0], audio: [0, 0, 0], iFrames: [0, 0, 0, 0, 0, 0]),
    ]

    @Test(arguments: rotations)
    func `The key period is the start divided by the duration, rounded down`(rotation: Rotation) throws {
        try workspace.protect(
            Sample.transportStream.path,
            "--rotate-every",
            rotation.every,
            "--key-uri",
            "skd://{content_id}/{period}"
        ).succeeds()
        #expect(try uris("video/240p/index.m3u8") == rotation.video.map { "skd://movie-42/\($0)" })
        #expect(try uris("video/720p/index.m3u8") == rotation.video.map { "skd://movie-42/\($0)" })
        #expect(try uris("subtitles/en/index.m3u8") == rotation.video.map { "skd://movie-42/\($0)" })
        #expect(try uris("audio/en/index.m3u8") == rotation.audio.map { "skd://movie-42/\($0)" })
        #expect(try uris("iframes/240p.m3u8") == rotation.iFrames.map { "skd://movie-42/\($0)" })
        try workspace.verify("out/multivariant.m3u8", "--source", Sample.transportStream.path).succeeds()
        let periods = Set(rotation.video + rotation.audio)
        #expect(try Set(workspace.records().map(\.period)) == periods)
        #expect(try Set(workspace.records().map(\.key)).count == periods.count)
    }

    /// A clear lead, and the numbers of clear segments: those that start before its end.
    struct Lead: Sendable, CustomTestStringConvertible {
        let duration: String
        let video: Int
        let audio: Int
        let iFrames: Int

        var testDescription: String { duration }
    }

    static let leads = [
        Lead(duration: "0", video: 0, audio: 0, iFrames: 0),
        Lead(duration: "0.5", video: 1, audio: 1, iFrames: 2),
        Lead(duration: "4s", video: 1, audio: 1, iFrames: 2),
        Lead(duration: "4.02", video: 2, audio: 1, iFrames: 4),
        Lead(duration: "8", video: 2, audio: 2, iFrames: 4),
    ]

    @Test(arguments: leads)
    func `Segments that start before the clear lead stay clear`(lead: Lead) throws {
        try workspace.protect(Sample.transportStream.path, "--clear-lead", lead.duration).succeeds()
        for (playlist, clear) in [
            ("video/240p/index.m3u8", lead.video), ("video/720p/index.m3u8", lead.video),
            ("subtitles/en/index.m3u8", lead.video), ("audio/en/index.m3u8", lead.audio),
            ("iframes/720p.m3u8", lead.iFrames),
        ] {
            let segments = try workspace.playlist("out/" + playlist).segments
            #expect(
                segments.map { $0.key == nil }
                    == segments.indices.map { $0 < clear },
                "\(playlist)"
            )
        }
        for index in 0..<3 {
            let name = "video/240p/segment\(index).ts"
            let source = FileManager.default.contents(atPath: TestPaths.samples + "/ts/" + name)
            #expect((try workspace.data("out/" + name) == source) == (index < lead.video))
        }
        let verified = try workspace.verify(
            "out/multivariant.m3u8",
            "--source",
            Sample.transportStream.path
        ).succeeds()
        #expect(
            lead.video == 0
                ? verified.text.contains("every one decrypts and equals its source")
                : verified.text.contains(" encrypted, which all decrypt; every segment equals its source")
        )
    }

    @Test func `A clear lead and rotation go together`() throws {
        try workspace.protect(
            Sample.fragmentedMP4.path,
            "--clear-lead",
            "4",
            "--rotate-every",
            "4",
            "--template",
            "content-id-track",
            "--key-per",
            "presentation"
        ).succeeds()
        let segments = try workspace.playlist("out/video/240p/index.m3u8").segments
        #expect(
            segments.map { $0.key?.uri } == [nil, "skd://movie-42+all+1+1", "skd://movie-42+all+2+1"]
        )
        try workspace.verify("out/multivariant.m3u8", "--source", Sample.fragmentedMP4.path).succeeds()
    }

    @Test(arguments: ["12", "1m", "1000h"])
    func `A clear lead over everything is refused`(duration: String) throws {
        try workspace.protect(Sample.packedAudio.path, "--clear-lead", duration == "12" ? "16" : duration)
            .fails(65, "no segment would be encrypted", "--clear-lead")
        #expect(!workspace.exists("out"))
        #expect(try workspace.hasEmptyStore)
    }

    @Test(arguments: ["", "x", "-1", "4x", "4 s", "1e3", ".5", "5.", "1:00", "9999999999999999999999"])
    func `What is no duration is refused`(text: String) throws {
        try workspace.protect(Sample.packedAudio.path, "--rotate-every=" + text)
            .fails(64, "rotate-every")
        try workspace.protect(Sample.packedAudio.path, "--clear-lead=" + text).fails(64, "clear-lead")
        #expect(!workspace.exists("out"))
    }

    @Test(arguments: ["0", "0.0s", "0h"])
    func `A period without length is refused`(text: String) throws {
        try workspace.protect(Sample.packedAudio.path, "--rotate-every", text).fails(64, "--rotate-every")
    }

    @Test func `A clear start behind an encrypted init section holds, with a warning`() throws {
        let run = try workspace.protect(Sample.fragmentedMP4.path, "--encrypt-init", "--clear-lead", "4")
        #expect(run.status == 0)
        #expect(run.errors.contains("warning: --encrypt-init"))
        try workspace.verify("out/multivariant.m3u8", "--source", Sample.fragmentedMP4.path).succeeds()
    }

    private func uris(_ playlist: String) throws -> [String] {
        try workspace.playlist("out/" + playlist).segments.map { $0.key?.uri ?? "none" }
    }
}
