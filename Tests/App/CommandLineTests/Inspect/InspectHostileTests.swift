import Foundation
import Testing

/// Files that are no playlists, or that were crafted to stop a reader.
struct InspectHostileTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace(.none) }

    /// The bytes of `index.m3u8`, and words of the expected message.
    static let refused: [(String, [UInt8], String)] = [
        ("empty", [], "an empty file"),
        ("UTF-16", [0xFF, 0xFE] + Array("#EXTM3U\n".utf16).flatMap { [UInt8($0 & 255), 0] }, "UTF-16"),
        ("a NUL byte", Array("#EXTM3U\n#EXTINF:4,\na\0b.ts\n".utf8), "index.m3u8:3:2: "),
        ("Latin-1", Array("#EXTM3U\n#EXTINF:4,\n".utf8) + [0xE4, 0x0A], "index.m3u8:3:1: "),
        ("HTML", Array("<html>Not found</html>".utf8), "an XML document"),
        ("half a packet", [0x47] + [UInt8](repeating: 0xFF, count: 93), "transport stream"),
        (
            "a box cut short", [0, 0, 0, 20] + Array("ftypisom".utf8) + [0, 0, 0, 0],
            "16 bytes, expected 20 bytes"
        ),
        ("text with a box type", Array("Set free, it ran\n".utf8), "MP4"),
        ("text", Array("Good morning\n".utf8), "index.m3u8:1: "),
        ("the header alone", Array("#EXTM3U\n".utf8), "index.m3u8:1: "),
    ]

    @Test(arguments: refused)
    func `No playlist is 65`(name: String, bytes: [UInt8], part: String) throws {
        try workspace.write(Data(bytes), to: "index.m3u8")
        let outcome = try workspace.fairlead("inspect", workspace.path("index.m3u8"))
        outcome.fails(65, "index.m3u8", part)
        #expect(outcome.output.isEmpty)
    }

    @Test func `What is not there is 66`() throws {
        try workspace.fairlead("inspect", workspace.path("none.m3u8")).fails(66, "none.m3u8")
        try workspace.fairlead("inspect", workspace.folder).fails(66, workspace.folder)
    }

    @Test func `A pipe does not hang`() throws {
        #expect(try ChildProcess.run("mkfifo", workspace.path("pipe.m3u8")).status == 0)
        try workspace.start(["inspect", workspace.path("pipe.m3u8")]).wait(seconds: 20).fails(66, "pipe")
        try workspace.write(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\npipe.m3u8\n",
            to: "main.m3u8"
        )
        let report = try workspace.inspection(of: "main.m3u8")
        #expect(report.multivariant?.variants.first?.link?.state == "missing")
    }

    @Test func `A symbolic link that leaves the root is not followed`() throws {
        try workspace.write("#EXTM3U\n#EXT-X-TARGETDURATION:1\n", to: "secret.m3u8")
        try workspace.write("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n", to: "in/main.m3u8")
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path("in/v.m3u8"),
            withDestinationPath: workspace.path("secret.m3u8")
        )
        let report = try workspace.inspection(of: "in/main.m3u8")
        #expect(report.multivariant?.variants.first?.link?.state == "missing")
        #expect(report.media.isEmpty)
    }

    /// A multivariant playlist that names itself is read once as a media playlist, which it is not.
    @Test func `A playlist that names itself ends`() throws {
        try workspace.write("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmain.m3u8\n", to: "main.m3u8")
        let report = try workspace.inspection(of: "main.m3u8")
        #expect(report.media.map(\.playlist) == ["main.m3u8"])
        #expect(report.findings?.contains { $0.severity == "error" } == true)
    }

    /// A hundred thousand tags of each kind take seconds, even in a build without optimization.
    @Test(
        arguments: [
            "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"", "#EXT-X-DISCONTINUITY", "#EXT-X-VENDOR:A=1",
            "#EXT-X-MAP:URI=\"m\"", "#EXT-X-DATERANGE:ID=\"x\",START-DATE=\"2020-01-01T00:00:00Z\"",
            "#EXT-X-BYTERANGE:1@0", "#EXTINF:1,", "nothing.ts", "#EXT-X-TARGETDURATION:1",
        ]
    )
    func `A hundred thousand tags`(tag: String) throws {
        let lines = String(repeating: tag + "\n", count: 100_000)
        try workspace.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + lines + "#EXTINF:1,\na.ts\n",
            to: "index.m3u8"
        )
        let outcome = try workspace.start(["inspect", workspace.path("index.m3u8")]).wait(seconds: 60)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    /// A control character in the name of a file must not reach a terminal.
    @Test func `Names do not steer a terminal`() throws {
        try workspace.write(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv%1B%5B31m.m3u8\n",
            to: "main.m3u8"
        )
        try workspace.write("#EXTM3U\n#EXT-X-TARGETDURATION:1\n", to: "v\u{1B}[31m.m3u8")
        let text = try workspace.fairlead("inspect", workspace.path("main.m3u8")).succeeds().text
        #expect(!text.unicodeScalars.contains("\u{1B}"))
        #expect(text.contains("[31m.m3u8: media playlist"))
    }
}
