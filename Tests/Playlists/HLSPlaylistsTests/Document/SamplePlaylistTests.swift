import Foundation
import HLSPlaylists
import RepositoryFiles
import Testing

/// The playlists of `SampleMedia`.
@Suite struct SamplePlaylistTests {
    private static let folder = Repository.sampleMedia

    private static var playlists: [URL] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "m3u8" }
    }

    @Test func allAreWrittenBack() throws {
        let playlists = Self.playlists
        #expect(playlists.count > 10)
        for playlist in playlists {
            let bytes = Array(try Data(contentsOf: playlist))
            let parsed = try PlaylistDocument(parsing: bytes)
            #expect(parsed.serialized() == bytes, "\(playlist.path)")
            #expect(parsed.lines.count == bytes.count { $0 == 10 }, "\(playlist.path)")
        }
    }
}
