import Foundation
import KeyStore
import ProtectionTerms
import Rewriting
import Testing

@testable import Inspection
@testable import Verification

/// Changes by `rewrite` are known afterwards, all other changes are not.
struct RewrittenTreeTests {
    private let title: Title
    private let playlist = "out/video/240p/index.m3u8"

    init() throws {
        title = try Title(sample: "ts/multivariant.m3u8", .sampleAES(systems: [.fairPlay, .identity]))
    }

    /// Removes the lines of the identity system from all playlists.
    @discardableResult
    private func rewrite(to directory: String? = nil, takesTree: Bool = false, edits: Bool = true) throws
        -> RewriteReport
    {
        var request = RewriteRequest(
            playlist: title.output + "/multivariant.m3u8",
            destination: directory.map { .directory(title.directory + "/" + $0, overwrites: true) }
                ?? .inPlace
        )
        if edits { request.droppedSystems = [.identity] }
        request.acceptsTree = takesTree
        return try RewriteRun(request, store: title.store).execute()
    }

    private func changes() throws -> Set<String> {
        let findings = try title.verifyWithAllFindings().findings
        return Set(
            findings.filter { [.playlistChanged, .fileChanged].contains($0.rule) }
                .map { "\($0.rule.rawValue) \($0.file ?? $0.playlist)" }
        )
    }

    private func rows() throws -> Int {
        var (count, row) = (0, Int64?.none)
        while let record = try title.store.publishedTree(of: ContentID("movie-42"), before: row) {
            (count, row) = (count + 1, record.row)
        }
        return count
    }

    @Test func `A tree whose playlists were replaced in place holds`() throws {
        #expect(try rewrite().outcome == "replaced")
        #expect(try changes() == [])
        #expect(try rows() == 2)
        #expect(try rewrite().outcome == "unchanged")
        #expect(try rows() == 2)
        try title.editLines(of: playlist) { $0.removeLast(2) }
        #expect(try changes() == ["playlist-changed video/240p/index.m3u8"])
    }

    @Test func `Playlists that were laid over the tree hold`() throws {
        try rewrite(to: "new")
        #expect(try changes() == [])
        for name in ["multivariant.m3u8", "video/240p/index.m3u8"] {
            try title.write(title.read("new/" + name), to: "out/" + name)
        }
        // Half of the new playlists do not make a published tree.
        #expect(try changes().count >= 2)
        for path in try #require(FileManager.default.subpaths(atPath: title.directory + "/new"))
        where path.hasSuffix(".m3u8") {
            try title.write(title.read("new/" + path), to: "out/" + path)
        }
        #expect(try changes() == [])
    }

    @Test func `A tree of which a killed run replaced a half is told, and completed by the same command`()
        throws
    {
        let old = try title.read(playlist)
        try rewrite()
        let new = try title.read(playlist)
        try #require(old != new)
        try title.write(old, to: playlist)
        #expect(try changes() == ["playlist-changed video/240p/index.m3u8"])
        let report = try rewrite()
        #expect(report.outcome == "replaced" && !report.warnings.contains { $0.contains("--record") })
        #expect(try title.read(playlist) == new)
        #expect(try changes() == [])
        #expect(try rows() == 2)
    }

    @Test func `What somebody changed goes on being told, until it is taken as known`() throws {
        try title.editLines(of: playlist) { $0[0] += "\n#EXT-X-START:TIME-OFFSET=1" }
        let report = try rewrite()
        #expect(
            report.warnings.contains { $0.hasPrefix("video/240p/index.m3u8: ") && $0.contains("--record") }
        )
        #expect(try changes().contains("playlist-changed video/240p/index.m3u8"))
        #expect(try rewrite(takesTree: true, edits: false).outcome == "unchanged")
        #expect(try changes() == [])
        try title.editLines(of: playlist) { $0.remove(at: 1) }
        #expect(try changes() == ["playlist-changed video/240p/index.m3u8"])
    }

    @Test func `Files that were added, removed and edited are taken as known`() throws {
        try title.write("a picture", to: "out/poster.jpg")
        let text = "out/subtitles/en/segment0.vtt"
        try title.editBytes(of: text) { $0[$0.count - 2] ^= 1 }
        try title.write(title.read(playlist), to: "out/spare.m3u8")
        try #require(try changes().count == 3)
        try rewrite(takesTree: true, edits: false)
        #expect(try changes() == [])
        try title.editBytes(of: text) { $0[$0.count - 2] ^= 1 }
        try title.editLines(of: "out/spare.m3u8") { $0.removeLast(2) }
        try title.editBytes(of: "out/video/240p/segment0.ts") { $0.removeLast(188) }
        #expect(
            try changes() == [
                "file-changed subtitles/en/segment0.vtt", "playlist-changed spare.m3u8",
                "file-changed video/240p/segment0.ts",
            ]
        )
    }

    @Test func `A tree that nobody knows is a warning, and taken as known`() throws {
        let entry = "out/other.m3u8"
        try title.write(title.read("out/multivariant.m3u8"), to: entry)
        try title.remove("out/multivariant.m3u8")
        let report = try title.verifyWithAllFindings(entry)
        #expect(report.holds)
        #expect(
            report.findings.contains { $0.severity == .warning && $0.message.contains("what was published") }
        )
        var request = RewriteRequest(playlist: title.directory + "/" + entry, destination: .inPlace)
        request.acceptsTree = true
        _ = try RewriteRun(request, store: title.store).execute()
        #expect(
            try !title.verifyWithAllFindings(entry).findings.contains {
                $0.message.contains("what was published")
            }
        )
        try title.editLines(of: entry) { $0.append("#") }
        #expect(try !title.verifyWithAllFindings(entry).holds)
    }
}
