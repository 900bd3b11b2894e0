import Foundation
import Testing

/// `--key-per`, `--session-keys`, and keys that must not share a URI.
struct SeveralKeysTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func uris(_ playlist: String) throws -> Set<String> {
        Set(try workspace.playlist("out/" + playlist).keys.compactMap(\.uri))
    }

    @Test(arguments: [["--key-per", "type"], []])
    func `A key for each class of renditions`(options: [String]) throws {
        // The template content-id-track asks for a key per class itself.
        let arguments = [
            "protect", Sample.transportStream.path, "-o", workspace.path("out"), "--content-id", "movie-42",
            "--method", "aes-128", "--template", "content-id-track",
        ]
        try workspace.start(arguments + options).wait().succeeds()
        // SampleMedia/README.md: 240p is sd, 720p is hd.
        for (playlist, track) in [
            ("video/240p/index.m3u8", "sd"), ("iframes/240p.m3u8", "sd"), ("video/720p/index.m3u8", "hd"),
            ("iframes/720p.m3u8", "hd"), ("audio/en/index.m3u8", "audio"),
        ] {
            #expect(try uris(playlist) == ["skd://movie-42+\(track)+0+1"], "\(playlist)")
        }
        let records = try workspace.records()
        #expect(Set(records.map(\.track)) == ["audio", "sd", "hd"])
        #expect(Set(records.map(\.key)).count == 3)
        try workspace.verify("out/multivariant.m3u8", "--source", Sample.transportStream.path).succeeds()
    }

    @Test func `A key for each rendition`() throws {
        try workspace.protect(
            Sample.transportStream.path,
            "--key-per",
            "rendition",
            "--template",
            "content-id-track"
        ).succeeds()
        let records = try workspace.records()
        #expect(
            Set(records.map(\.track)) == [
                "video/240p/index", "video/720p/index", "audio/en/index", "subtitles/en/index",
            ]
        )
        #expect(Set(records.map(\.key)).count == 4)
        // I-frames are encrypted with the keys of the segments that contain them.
        #expect(try uris("iframes/240p.m3u8") == uris("video/240p/index.m3u8"))
        try workspace.verify("out/multivariant.m3u8", "--source", Sample.transportStream.path).succeeds()
    }

    @Test func `Muxed video counts as its picture, a lone audio playlist as audio`() throws {
        try workspace.protect(Sample.transportStreamRanges.path, id: "muxed", "--key-per", "type").succeeds()
        try workspace.protect(Sample.packedAudio.path, to: "audio", id: "audio", "--key-per", "type")
            .succeeds()
        let tracks = try workspace.records().map { [$0.contentId, $0.track] }
        #expect(Set(tracks) == [["muxed", "sd"], ["audio", "audio"]])
    }

    /// Resolutions at the borders of the classes (`--key-per`).
    @Test(arguments: [
        ("1024x576", "sd"), ("1024x577", "hd"), ("720x576", "sd"), ("1920x1080", "hd"),
        ("1920x1081", "uhd"), ("3840x2160", "uhd"), ("576x1024", "sd"),
    ])
    func `The class goes by the pixels`(resolution: String, track: String) throws {
        let playlist = try workspace.copy(.transportStreamRanges)
        try workspace.edit("in/multivariant.m3u8", "RESOLUTION=426x240", "RESOLUTION=" + resolution)
        try workspace.protect(playlist, "--key-per", "type").succeeds()
        #expect(try workspace.records().map(\.track) == [track])
    }

    @Test func `Without a resolution there is no class`() throws {
        let playlist = TestPaths.samples + "/ts/video/240p/index.m3u8"
        try workspace.protect(playlist, "--key-per", "type").fails(65, "index.m3u8", "--key-per")
        #expect(try workspace.hasEmptyStore)
    }

    // MARK: Session keys

    @Test(arguments: [("none", []), ("start", [0]), ("all", [0, 1, 2])])
    func `Session keys`(selection: String, periods: [Int]) throws {
        try workspace.protect(
            Sample.transportStream.path,
            "--rotate-every",
            "4",
            "--key-uri",
            "skd://{content_id}/{period}",
            "--session-keys",
            selection
        ).succeeds()
        let announced = try workspace.playlist("out/multivariant.m3u8").sessionKeys
        #expect(announced.map(\.uri) == periods.map { "skd://movie-42/\($0)" })
        #expect(announced.allSatisfy { $0.method == "AES-128" && $0.attributes["KEYFORMAT"] == nil })
    }

    @Test func `The first key of each class is a session key`() throws {
        try workspace.protect(
            Sample.transportStream.path,
            "--template",
            "content-id-track",
            "--rotate-every",
            "4"
        ).succeeds()
        let announced = try workspace.playlist("out/multivariant.m3u8").sessionKeys.compactMap(\.uri)
        #expect(
            announced.sorted() == [
                "skd://movie-42+audio+0+1", "skd://movie-42+hd+0+1", "skd://movie-42+sd+0+1",
            ]
        )
    }

    // MARK: Two keys, one URI

    @Test(arguments: [
        (["--key-per", "type"], "skd://{content_id}", "content-id-track"),
        (["--key-per", "rendition"], "skd://{content_id}", "content-id-track"),
        (["--rotate-every", "4"], "skd:{content_id}", "content-id-track"),
        (["--rotate-every", "4"], "https://keys.example.com/{content_id}", "https-key"),
    ])
    func `Two keys with one URI are refused`(options: [String], uri: String, advice: String) throws {
        let arguments = [
            "protect", Sample.transportStream.path, "-o", workspace.path("out"), "--content-id", "movie-42",
            "--method", "aes-128", "--key-uri", uri,
        ]
        try workspace.start(arguments + options).wait().fails(64, "--template " + advice)
        #expect(!workspace.exists("out"))
        #expect(try workspace.hasEmptyStore)
        // The advice in the message works.
        let variables = advice == "https-key" ? ["--set", "key_url=https://keys.example.com"] : []
        try workspace.start(Array(arguments.dropLast(2)) + ["--template", advice] + variables + options)
            .wait()
            .succeeds()
    }

    @Test func `A new generation needs another URI`() throws {
        let playlist = Sample.packedAudio.path
        try workspace.protect(playlist).succeeds()
        let first = try workspace.tree("out")
        try workspace.protect(playlist, "--new-key", "--overwrite")
            .fails(64, "skd://movie-42", "content-id-track")
        #expect(try workspace.tree("out") == first)
        #expect(try workspace.records().map(\.generation) == [1])
        try workspace.protect(
            playlist,
            "--new-key",
            "--overwrite",
            "--key-uri",
            "skd://{content_id}/{generation}"
        ).succeeds()
        let records = try workspace.records()
        #expect(records.map(\.generation).sorted() == [1, 2])
        #expect(Set(records.map(\.key)).count == 2)
        #expect(try uris("index.m3u8") == ["skd://movie-42/2"])
        try workspace.verify("out/index.m3u8", "--source", playlist).succeeds()
    }
}
