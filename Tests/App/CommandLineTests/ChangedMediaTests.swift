import Foundation
import Testing

/// One key and IV never cover two different media unless the user asks for it.
struct ChangedMediaTests {
    let workspace: Workspace
    let playlist: String

    init() throws {
        workspace = try Workspace()
        playlist = try workspace.copy(.transportStream)
        try workspace.protect(playlist).succeeds()
    }

    /// Changes one byte in the middle of a clear media file.
    private func change(_ name: String) throws {
        var data = try workspace.data(name)
        data[data.startIndex + data.count / 2] ^= 1
        try workspace.write(data, to: name)
    }

    @Test func `Changed media are refused, the rendition is named`() throws {
        try change("in/video/240p/segment1.ts")
        let tree = try workspace.tree("out")
        let refused = try workspace.protect(playlist, "--overwrite")
        refused.fails(65, "video/240p/index", "--new-key", "--reuse-key")
        #expect(!refused.errors.contains("720p"))
        #expect(!refused.errors.contains("audio/en"))
        #expect(try workspace.tree("out") == tree)
        #expect(try workspace.names() == ["config", "in", "keys.sqlite", "out"])
    }

    @Test func `Every changed rendition is named`() throws {
        try change("in/video/240p/segment1.ts")
        try change("in/audio/en/segment2.aac")
        try workspace.protect(playlist, "--overwrite").fails(65, "video/240p/index", "audio/en/index")
    }

    @Test func `Changed media to another place are refused too`() throws {
        try change("in/video/240p/segment0.ts")
        try workspace.protect(playlist, to: "other").fails(65, "video/240p/index")
        #expect(!workspace.exists("other"))
    }

    /// The ways to write `--reuse-key [RENDITION]`; P is replaced by the playlist.
    @Test(arguments: [
        ["P", "--reuse-key"], ["--reuse-key", "P"], ["P", "--reuse-key", "video/240p/index"],
        ["--reuse-key", "video/240p/index", "P"], ["P", "--reuse-key=video/240p/index"],
        ["P", "--reuse-key", "audio/en/index", "--reuse-key", "video/240p/index"],
        ["P", "--reuse-key", "--overwrite"],
    ])
    func `Changed media are taken when it is meant`(form: [String]) throws {
        try change("in/video/240p/segment1.ts")
        let keys = try workspace.records().map(\.keyId)
        let arguments =
            ["protect", "-o", workspace.path("out"), "--content-id", "movie-42", "--method", "aes-128"]
            + form.map { $0 == "P" ? playlist : $0 } + (form.contains("--overwrite") ? [] : ["--overwrite"])
        try workspace.start(arguments).wait().succeeds()
        #expect(try workspace.records().map(\.keyId) == keys)
        try workspace.verify("out/multivariant.m3u8", "--source", playlist).succeeds()
    }

    @Test func `Another rendition's consent does not count`() throws {
        try change("in/video/240p/segment1.ts")
        try workspace.protect(playlist, "--overwrite", "--reuse-key", "video/720p/index")
            .fails(65, "video/240p/index")
    }

    @Test func `A new generation takes changed media`() throws {
        try change("in/video/240p/segment1.ts")
        try workspace.protect(
            playlist,
            "--overwrite",
            "--new-key",
            "--key-uri",
            "skd://{content_id}/{generation}"
        ).succeeds()
        #expect(try workspace.records().map(\.generation).sorted() == [1, 2])
        try workspace.verify("out/multivariant.m3u8", "--source", playlist).succeeds()
    }

    @Test func `Going back is a change too`() throws {
        let original = try workspace.data("in/video/240p/segment1.ts")
        try change("in/video/240p/segment1.ts")
        try workspace.protect(playlist, "--overwrite", "--reuse-key").succeeds()
        try workspace.write(original, to: "in/video/240p/segment1.ts")
        try workspace.protect(playlist, "--overwrite").fails(65, "video/240p/index")
        try workspace.protect(playlist, "--overwrite", "--reuse-key").succeeds()
        try workspace.verify("out/multivariant.m3u8", "--source", playlist).succeeds()
    }

    @Test func `A new rendition joins the key of its class`() throws {
        let ladder = try workspace.copy(.transportStream, to: "ladder")
        let whole = try workspace.text("ladder/multivariant.m3u8")
            .replacingOccurrences(of: "RESOLUTION=1280x720", with: "RESOLUTION=854x480")
        let lines = whole.components(separatedBy: "\n")
        // Without the second rung of the ladder and its I-frame playlist.
        let less = lines.enumerated().filter { index, line in
            !line.contains("720p")
                && !(lines.indices.contains(index + 1) && lines[index + 1].hasPrefix("video/720p"))
        }.map(\.element).joined(separator: "\n")
        try workspace.write(less, to: "ladder/multivariant.m3u8")
        let options = ["--template", "content-id-track", "--overwrite"]
        try workspace.protect(ladder, to: "rungs", id: "ladder", options[0], options[1]).succeeds()
        let before = try workspace.records().filter { $0.contentId == "ladder" }
        #expect(Set(before.map(\.track)) == ["audio", "sd"])
        try workspace.write(whole, to: "ladder/multivariant.m3u8")
        try workspace.protect(ladder, to: "rungs", id: "ladder", options[0], options[1], options[2])
            .succeeds()
        #expect(try workspace.records().filter { $0.contentId == "ladder" } == before)
        #expect(
            try workspace.playlist("rungs/video/720p/index.m3u8").keys.first?.uri
                == "skd://ladder+sd+0+1"
        )
        try workspace.verify("rungs/multivariant.m3u8", "--source", ladder).succeeds()
    }
}
