import Failures
import KeyStore
import PresentationFixtures
import Testing

@testable import Presentations

struct TreeListingTests {
    private let playlist = Array("#EXTM3U\n#EXTINF:4,\n0.ts\n".utf8)

    private var listing: TreeListing {
        TreeListing(
            entry: "main.m3u8",
            files: [
                PublishedFile(path: "video/1.ts", size: 1 << 40, content: .media(nil)),
                PublishedFile(
                    path: "video/0.ts",
                    size: 0,
                    content: .media(.init(digest: [UInt8](repeating: 9, count: 16), count: 3))
                ),
                PublishedFile(
                    path: "subtitles/é.vtt",
                    size: 300,
                    content: .clearMedia(digest: [UInt8](repeating: 7, count: 16), resourceCount: 200)
                ),
                PublishedFile(
                    playlist: "main.m3u8",
                    playlist,
                    .known(digest: [UInt8](repeating: 5, count: 16))
                ),
                PublishedFile(playlist: "part.m3u8", playlist, .part),
                PublishedFile(
                    path: "data.json",
                    size: 2,
                    content: .companion(digest: PublishedFile.digest(of: [1, 2]))
                ),
            ]
        )
    }

    @Test func `A listing is read as it was written, and not in part`() throws {
        let bytes = listing.encoded
        let read = try #require(TreeListing(decoding: bytes))
        #expect(
            read.files.map(\.path)
                == ["data.json", "main.m3u8", "part.m3u8", "subtitles/é.vtt", "video/0.ts", "video/1.ts"]
        )
        #expect(read.files.map(\.size) == [2, 24, 24, 300, 0, 1 << 40])
        #expect(read.files.map(\.content) == listing.files.map(\.content))
        #expect(read.files.map { $0.isPart(playlist) } == [false, false, true, false, false, false])
        #expect(!read.files.contains { $0.isPart(playlist + [10]) })
        #expect(read.entry == "main.m3u8")
        let readable = (0..<bytes.count).filter {
            TreeListing(decoding: Array(bytes.prefix($0))).map { Array($0.files).count } == 6
        }
        #expect(readable == [])
        #expect(TreeListing(decoding: [3] + bytes.dropFirst()) == nil)
    }

    /// Version, length and path of the entry; then for each file path, size, kind, and data of the kind.
    @Test func `A row is read as it was written by each version of the form`() throws {
        let digest = [UInt8](repeating: 7, count: 16)
        let media = [UInt8](repeating: 8, count: 16)
        let file: [UInt8] = [0, 1, 0x61, 3]
        let first: [UInt8] = [1, 1, 0x6D]
        let second: [UInt8] = [2, 1, 0x6D]
        let outline = PlaylistLineHashes(shift: 0, hashes: [0x0403_0201])
        let rows: [([UInt8], PublishedFile.Content)] = [
            (
                first + file + [0] + digest + [0, 1, 1, 2, 3, 4],
                .playlist(digest: digest, outline, .unknown)
            ),
            (first + file + [1] + digest, .companion(digest: digest)),
            (first + file + [2] + digest + [5], .clearMedia(digest: digest, resourceCount: 5)),
            (first + file + [3], .media(nil)),
            (
                second + file + [4] + digest + [0, 1, 1, 2, 3, 4],
                .playlist(digest: digest, outline, .part)
            ),
            (
                second + file + [6] + media + digest + [0, 1, 1, 2, 3, 4],
                .playlist(digest: digest, outline, .known(digest: media))
            ),
            (second + file + [5] + digest + [2], .media(.init(digest: digest, count: 2))),
        ]
        for (bytes, content) in rows {
            let read = try #require(TreeListing(decoding: bytes))
            #expect(read.entry == "m" && read.files.map(\.path) == ["a"] && read.files.map(\.size) == [3])
            #expect(read.files.map(\.content) == [content])
            #expect(read.encoded == bytes)
        }
    }

    @Test func `A record opens in its store, under its title, and nowhere else`() throws {
        let (fixture, otherFixture) = (try StoreFixture(), try StoreFixture())
        let id = try ContentID("movie")
        let record = try listing.record(of: id, at: "/srv/movie", in: fixture.store)
        #expect(try TreeListing(record, of: fixture.store).encoded == listing.encoded)
        #expect(throws: RunFailure.self) { try TreeListing(record, of: otherFixture.store) }
        let moved = try TreeRecord(
            contentID: ContentID("other"),
            tree: record.tree,
            digest: record.digest,
            encryptedListing: record.encryptedListing
        )
        #expect(throws: RunFailure.self) { try TreeListing(moved, of: fixture.store) }
        // Each record is encrypted anew, but its digest stays the same.
        let again = try listing.record(of: id, at: "/srv/movie", in: fixture.store)
        #expect(again.digest == record.digest && again.encryptedListing != record.encryptedListing)
        #expect(
            try listing.record(of: ContentID("other"), at: "/srv", in: fixture.store).digest != record.digest
        )
    }

    /// A title of 300,000 segments: 600,000 lines and as many files.
    @Test func `The row of a long title stays small, and a line in it is found`() throws {
        let lines = (0..<300_000).map { "#EXTINF:6.00000,\nvideo/segment\($0).m4s\n" }
        let bytes = Array(("#EXTM3U\n" + lines.joined()).utf8)
        let outline = PlaylistLineHashes(of: bytes)
        #expect((4_000...32_768).contains(outline.hashes.count), "\(outline.hashes.count)")
        #expect(!outline.hasHashPerLine)
        var changed = bytes
        let offset = try #require(changed.firstRange(of: Array("segment150000.".utf8))?.lowerBound)
        changed[offset] = UInt8(ascii: "S")
        let runs = outline.runs(of: changed)
        let different = Set(runs.map(\.hash)).subtracting(outline.hashes)
        let run = try #require(runs.first { different.contains($0.hash) })
        #expect(different.count <= 2)
        #expect(run.lines.contains(2 * 150_000 + 2) && run.lines.count < 2_000, "\(run.lines)")
        let files = (0..<300_000).map {
            PublishedFile(path: "video/segment\($0).m4s", size: 123_456, content: .media(nil))
        }
        let row = TreeListing(
            entry: "main.m3u8",
            files: files + [PublishedFile(playlist: "main.m3u8", bytes)]
        )
        #expect(row.encoded.count < 4 << 20, "\(row.encoded.count)")
    }
}
