import HLSPlaylists
import PlaylistFixtures
import Testing

@Suite struct WritingTests {
    private static func pieces(_ document: PlaylistDocument) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        document.write { piece in pieces.append(piece.indices.map { piece[$0] }) }
        return pieces
    }

    @Test func anUntouchedDocumentIsOnePiece() throws {
        let bytes = Array(("#EXTM3U\n" + String(repeating: "a.ts\n", count: 100_000)).utf8)
        #expect(Self.pieces(try PlaylistDocument(parsing: bytes)) == [bytes])
    }

    /// After replacing one of 100,000 lines of 5 bytes, the runs before and after it are one piece each.
    @Test func longRunsAreOnePiece() throws {
        var playlist = try document("#EXTM3U\n" + String(repeating: "a.ts\n", count: 100_000))
        try playlist.replace(line: 50_001, with: "b.ts")
        #expect(Self.pieces(playlist).map(\.count) == [8 + 49_999 * 5, 4, 1 + 50_000 * 5])
    }

    @Test func shortPiecesAreGathered() throws {
        var playlist = try document("#EXTM3U\n" + String(repeating: "a.ts\n", count: 100_000))
        let text = try LineText("b.ts")
        for line in 2...100_001 {
            try playlist.replace(line: line, with: text)
        }
        let pieces = Self.pieces(playlist)
        let size = 8 + 5 * 100_000
        #expect(Array(pieces.joined()) == playlist.serialized())
        #expect(pieces.allSatisfy { $0.count <= PlaylistDocument.pieceSize })
        // A piece ends if the next run of at most 8 bytes does not fit.
        #expect(pieces.count == (size + PlaylistDocument.pieceSize - 9) / (PlaylistDocument.pieceSize - 8))
    }

    @Test func aFailureEndsTheWriting() throws {
        struct Full: Error {}
        var playlist = try document("#EXTM3U\na\n")
        try playlist.append(String(repeating: "b", count: PlaylistDocument.pieceSize))
        var calls = 0
        #expect(throws: Full.self) {
            try playlist.write { _ throws(Full) in
                calls += 1
                throw Full()
            }
        }
        #expect(calls == 1)
    }
}
