import Failures
import Foundation
import KeyStore
import PresentationFixtures
import Testing

@testable import Presentations
@testable import Rewriting

/// Ways to complete a `rewrite --in-place` that failed after some of its playlists were replaced.
struct CompletionTests {
    private static let multivariant =
        "#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k:old\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\na/v.m3u8\n"
        + "#EXT-X-STREAM-INF:BANDWIDTH=2\nb/v.m3u8\n"
    private static let media = TreeFixture.mediaPlaylist([
        "#EXT-X-KEY:METHOD=AES-128,URI=\"k:old\"", "#EXTINF:6,", "1.ts",
    ])
    private static let names = ["main.m3u8", "a/v.m3u8", "b/v.m3u8"]

    private let fixture: RewriteFixture

    /// Creates a tree whose first media playlist is rewritten already and whose other playlists are not.
    init() throws {
        fixture = try RewriteFixture([
            "main.m3u8": Self.multivariant,
            "a/v.m3u8": Self.media.replacing("k:old", with: "k:new"),
            "b/v.m3u8": Self.media,
        ])
    }

    private func run(
        _ entry: String = "main.m3u8",
        records: Bool = false,
        _ change: (inout RewriteRequest) throws -> Void
    ) throws {
        var request = fixture.request(entry, inPlace: true)
        request.root = fixture.tree.root
        try change(&request)
        try fixture.run(request, records: records)
    }

    private func isComplete() throws -> Bool {
        try Self.names.allSatisfy { name in
            let text = String(decoding: try fixture.tree.directory.read("in/" + name), as: UTF8.self)
            let old = name == "main.m3u8" ? Self.multivariant : Self.media
            return text == old.replacing("k:old", with: "k:new")
        }
    }

    @Test func withoutRecordsOneByOne() throws {
        let failure = #expect(throws: RunFailure.self) {
            try run { $0.keyURIs = try KeyURIRequest("k:new") }
        }
        #expect(failure?.failureClass == .usage)
        #expect(failure?.description.contains("one by one") == true)
        try run("b/v.m3u8") { $0.keyURIs = try KeyURIRequest("k:new") }
        try run { $0.sessionKeys = .all }
        #expect(try isComplete())
    }

    @Test func withRecordsByTheSameCommand() throws {
        let record = try fixture.mint(uri: "k:old")
        let signalled = try #require(try fixture.store.signalling(of: record.keyID).first)
        #expect(signalled.keyURI == "k:old")
        // The store has the new URI before the first playlist is replaced.
        try fixture.addSignalling("k:new", of: record)
        try run(records: true) { $0.keyURIs = try KeyURIRequest("k:new") }
        #expect(try isComplete())
    }

    @Test func saysWhatWorks() {
        let changed = RunFailure.playlistChanged(TreePath("b/v.m3u8"))
        let text = { (completion: RewriteCompletion) in
            RunFailure.partlyReplaced([TreePath("a/v.m3u8")], changed, completion)
                .description
        }
        #expect(text(.sameCommand).hasSuffix("Run the same command again to replace the others."))
        let oneByOne = text(.perPlaylist(root: "/in"))
        #expect(oneByOne.contains("one by one, with the same options and --root /in"))
        #expect(!oneByOne.contains("Run the same command again"))
    }
}
