import HLSPlaylists
import PlaylistFixtures
import Testing

/// A limit on key formats in force: without it, their lists grow with the square of the number of lines.
@Suite struct KeyFormatLimitTests {
    private static func keyLine(_ format: Int) -> String {
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\(format)\",KEYFORMAT=\"f\(format)\""
    }

    private static func playlist(formats: Int) throws -> PlaylistDocument {
        let segments = (0..<formats).map { keyLine($0) + "\n#EXTINF:1,\na\($0)" }
        return try document("#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + segments.joined(separator: "\n"))
    }

    @Test func asManyAsTheLimitAreRead() throws {
        let playlist = try MediaPlaylist(Self.playlist(formats: 64))
        #expect(playlist.segments.last?.keys == Array(0..<64))
    }

    @Test func oneMoreIsRefused() throws {
        let document = try Self.playlist(formats: 65)
        // Two header lines, and three for each segment.
        let line = 2 + 64 * 3 + 1
        #expect {
            _ = try MediaPlaylist(document)
        } throws: { error in
            (error as? PlaylistError)?.line == line
                && (error as? PlaylistError)?.problem == .tag(.tooManyKeyFormats(limit: 64))
        }
    }

    @Test func formatsThatEndDoNotCount() throws {
        let lines = (0..<100).map { Self.keyLine($0 % 64) + "\n#EXT-X-KEY:METHOD=NONE\n" + Self.keyLine($0) }
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + lines.joined(separator: "\n") + "\n#EXTINF:1,\na"
        #expect(try MediaPlaylist(document(text)).segments.first?.keys.count == 1)
    }

    @Test func eachOneTooManyIsNoted() throws {
        let reading = MediaPlaylist.reading(try Self.playlist(formats: 1000))
        #expect(reading.problems.count == 1000 - 64)
        #expect(reading.playlist.segments.count == 1000)
        #expect(reading.playlist.segments.allSatisfy { $0.keys.count <= 64 })
    }
}
