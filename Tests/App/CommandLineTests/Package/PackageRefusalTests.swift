import Foundation
import Testing

/// Inputs and options that `package` refuses: the exit status, the message, and that nothing is left behind.
struct PackageRefusalTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func refuses(
        _ status: Int32,
        _ inputs: [String],
        _ more: [String] = ["--clear"],
        says part: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try workspace.package(inputs, more)
        outcome.fails(status, part, sourceLocation: sourceLocation)
        #expect(!workspace.exists("out"), sourceLocation: sourceLocation)
        #expect(try workspace.hasEmptyStore, sourceLocation: sourceLocation)
    }

    @Test func `An input that does not exist`() throws {
        try refuses(66, [workspace.path("none.mp4")], says: "none.mp4")
    }

    @Test(arguments: [0, 7, 100, 20_000])
    func `A movie that is cut off`(length: Int) throws {
        let whole = try Data(contentsOf: URL(filePath: Mezzanine.avc))
        try workspace.write(whole.prefix(length), to: "cut.mp4")
        try refuses(65, [workspace.path("cut.mp4")], says: "cut.mp4")
    }

    @Test func `A time scale of 0`() throws {
        var movie = try Data(contentsOf: URL(filePath: Mezzanine.avc))
        let header = try #require(movie.range(of: Data("mdhd".utf8)))
        movie.replaceSubrange(header.upperBound + 12..<header.upperBound + 16, with: Data(count: 4))
        try workspace.write(movie, to: "zero.mp4")
        try refuses(65, [workspace.path("zero.mp4")], says: "zero.mp4")
    }

    @Test func `What has no place in transport streams`() throws {
        try refuses(65, [Mezzanine.hevc], ["--clear", "--segment-format", "ts"], says: "hevc-aac.mp4")
    }

    @Test func `No content id`() throws {
        try refuses(64, [Mezzanine.avc], [], says: "content-id")
    }

    @Test(arguments: ["track=pictures", "language=", "default=maybe"])
    func `Something about an input that nobody knows`(options: String) throws {
        try refuses(64, [Mezzanine.avc + ":" + options], says: options.split(separator: "=")[0].lowercased())
    }

    @Test func `Media that are encrypted already`() throws {
        try workspace.packageClear(Mezzanine.avc, "--single-file").succeeds()
        let protection = ["--content-id", "movie-42", "--single-file", "--drm", "identity"]
        let uri = ["--key-uri", "https://keys.example.com/{content_id}"]
        try workspace.package([Mezzanine.avc], to: "protected", protection + uri).succeeds()
        let movie = try #require(try workspace.tree("protected").keys.first { $0.hasSuffix("media.mp4") })
        let again = try workspace.package([workspace.path("protected/" + movie)], ["--clear"])
        again.fails(65, "media.mp4", "encrypt")
        #expect(!workspace.exists("out"))
    }
}
