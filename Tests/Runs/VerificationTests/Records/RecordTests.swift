import KeyStore
import Protection
import ProtectionTerms
import Testing

@testable import Inspection
@testable import Verification

/// The records found for key lines, and the digests in the store.
struct RecordTests {
    private static let sample = "packed-audio/index.m3u8"
    private static let path = Title.samples + "/" + sample
    /// One URI for all titles.
    private static let shared = "skd://player"

    private static func twoTitles() throws -> Title {
        let title = try Title()
        try title.protect(
            path,
            ProtectionOptions(contentID: "one", keyURI: shared, keyNumber: 1),
            into: "one"
        )
        try title.protect(
            path,
            ProtectionOptions(contentID: "two", keyURI: shared, keyNumber: 2),
            into: "two"
        )
        return title
    }

    @Test(arguments: ["one", "two"])
    func sharedURIIsToldApartByTheTree(_ name: String) throws {
        let report = try Self.twoTitles().verify("\(name)/index.m3u8")
        #expect(report.summaries == [])
        #expect(report.holds)
    }

    /// In a moved tree only the content id distinguishes the titles.
    @Test func sharedURIInAMovedTree() throws {
        let title = try Self.twoTitles()
        try title.move("two", to: "elsewhere/two")
        let playlist = "elsewhere/two/index.m3u8"
        let ambiguous = try title.verify(playlist)
        #expect(Set(ambiguous.findings.map(\.rule)) == [.ambiguousRecord])
        #expect(ambiguous.findings.first?.line == 6)
        #expect(ambiguous.findings.first?.message.contains("(one, two)") == true)
        #expect(try title.verify(playlist, contentID: "two").summaries == [])
        let other = try title.verify(playlist, contentID: "one")
        #expect(Set(other.findings.map(\.rule)).isSubset(of: [.decryption, .stream]))
        #expect(other.findings.count >= 4)
        #expect(!other.holds)
    }

    /// A tree within the tree of another title counts as its own title.
    @Test func deepestTreeCounts() throws {
        let title = try Title()
        try title.protect(Self.path, .init(contentID: "one", keyURI: Self.shared, keyNumber: 1), into: "one")
        try title.protect(
            Self.path,
            .init(contentID: "two", keyURI: Self.shared, keyNumber: 2),
            into: "one/two"
        )
        #expect(try title.verify("one/two/index.m3u8").summaries == [])
        #expect(try title.verify("one/index.m3u8").summaries == [])
    }

    @Test func contentIDOfAnotherTitle() throws {
        let title = try Title(sample: Self.sample, ProtectionOptions(iv: .constant))
        let report = try title.verify(contentID: "movie-43")
        // The only key line is line 6, after the version that its IV requires.
        #expect(report.summaries == ["no-record index.m3u8:6"])
    }

    @Test func otherStore() throws {
        let title = try Title(sample: Self.sample, ProtectionOptions(iv: .constant))
        let other = try Title()
        #expect(try title.verify(store: other.store).summaries == ["no-record index.m3u8:6"])
    }

    /// A key URI is opaque bytes: the same letter in another normalization is another URI.
    @Test func keyURIsAreBytes() throws {
        let title = try Title(
            sample: "ts/multivariant.m3u8",
            ProtectionOptions(iv: .constant, sessionKeys: .none)
        )
        let record = try #require(try title.store.allRecords().first)
        let composed = "skd://caf\u{E9}"
        try title.store.signal(record, as: composed, by: "aes-128", in: title.output)
        let renditions = ["audio/en/index", "subtitles/en/index", "video/240p/index", "video/720p/index"]
        for name in renditions {
            try title.replace("skd://movie-42/all/0", with: composed, in: "out/\(name).m3u8")
        }
        for name in ["iframes/240p", "iframes/720p"] {
            try title.replace("skd://movie-42/all/0", with: composed, in: "out/\(name).m3u8")
        }
        try #require(try title.verify().summaries == [])
        try title.replace(composed, with: "skd://cafe\u{301}", in: "out/video/720p/index.m3u8")
        #expect(try title.verify().summaries == ["no-record video/720p/index.m3u8:5"])
    }

    /// A player requests a key twice if it has two URIs.
    @Test func keyWithTwoURIs() throws {
        let title = try Title(sample: "ts/multivariant.m3u8", ProtectionOptions(iv: .constant))
        let record = try #require(try title.store.allRecords().first)
        try title.store.signal(record, as: "skd://other", by: "aes-128", in: "/")
        try title.replace("skd://movie-42/all/0", with: "skd://other", in: "out/video/240p/index.m3u8")
        let report = try title.verify()
        // In the order of reference, the second rendition is the first with another URI than before.
        #expect(report.summaries == ["key-with-two-uris video/720p/index.m3u8:5"])
        #expect(!report.holds)
    }

    /// Trees are published at other paths than those where they were created.
    @Test(arguments: ["multivariant.m3u8", "video/240p/index.m3u8", "audio/en/index.m3u8"])
    func movedTree(_ playlist: String) throws {
        let title = try Title(sample: "ts/multivariant.m3u8", ProtectionOptions(iv: .constant))
        try title.move("out", to: "moved/title")
        #expect(try title.verify("moved/title/" + playlist).summaries == [])
        // A byte of media data in each file, as in MediaMutationTests.
        try title.editBytes(of: "moved/title/video/240p/segment0.ts") { $0[10_000] ^= 1 }
        try title.editBytes(of: "moved/title/audio/en/segment1.aac") { $0[10_000] ^= 1 }
        #expect(!(try title.verify("moved/title/" + playlist).holds))
    }

    /// A rendition of the same name in the folder above has other media.
    @Test func namesake() throws {
        let files = [
            "master.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex.m3u8\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=2\nlow/index.m3u8\n",
            "index.m3u8": Synthetic.playlist(["high.vtt"]), "high.vtt": Synthetic.webVTT(0),
            "low/index.m3u8": Synthetic.playlist(["low.vtt"]), "low/low.vtt": Synthetic.webVTT(1),
        ]
        let title = try Title(files: files, entry: "master.m3u8")
        #expect(try title.verify().summaries == [])
        #expect(try title.verify("out/low/index.m3u8").summaries == [])
        try title.move("out", to: "moved")
        #expect(try title.verify("moved/low/index.m3u8").summaries == [])
    }

    /// For an imported key the store has no digests, which is a warning unless a source proves the media.
    @Test func unknownUses() throws {
        let title = try Title(sample: Self.sample)
        let other = try Title()
        let options = ProtectionOptions()
        let provided = try #require(try options.providedKey())
        let draft = KeyDraft(
            identity: try KeyIdentity(contentID: ContentID("movie-42"), track: "all"),
            key: provided.key,
            iv: provided.iv
        )
        let record = try #require(try other.store.findOrCreate([draft]).first)
        try other.store.signal(record, as: "skd://movie-42/all/0", by: "aes-128", in: "/elsewhere")
        let alone = try title.verify(store: other.store)
        #expect(alone.summaries == ["(warning) media-digest index.m3u8"])
        #expect(alone.holds)
        #expect(try title.verify(source: title.source, store: other.store).summaries == [])
    }
}
