import HLSPackaging
import HLSPlaylists

/// The version of a media playlist is at least what its key lines need (RFC 8216bis 8): 2 for an IV, 5 for a KEYFORMAT.
enum PlaylistVersionCheck {
    private static let required = [("IV", 2), ("KEYFORMAT", 5), ("KEYFORMATVERSIONS", 5)]

    /// The first key line that needs a higher version.
    static func finding(_ rendition: MediaRendition) -> Finding? {
        let playlist = rendition.playlist
        for line in playlist.document.lines where line.kind == .tag(.key) {
            guard let attributes = try? line.attributes() else { continue }
            for (name, version) in required where attributes.contains(name) && playlist.version < version {
                return Finding(
                    .version,
                    "the \(name) attribute needs EXT-X-VERSION \(version) (got \(playlist.version))",
                    playlist: rendition.path.description,
                    line: line.number
                )
            }
        }
        return nil
    }
}
