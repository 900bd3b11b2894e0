import HLSPackaging

/// Compares the playlists of a protected presentation with those of the clear one.
enum SourceTreeCheck {
    static func findings(_ presentation: Presentation, _ source: Presentation) -> [Finding] {
        let clear = Dictionary(source.playlists.map { ($0.path, $0.document) }) { first, _ in first }
        let compared = presentation.playlists.compactMap { path, document in
            guard let counterpart = clear[path] else {
                return Finding(
                    .sourcePlaylist,
                    "the source has no playlist of this path",
                    playlist: path.description
                )
            }
            return SourcePlaylistCheck.finding(document, counterpart, at: path)
        }
        let present = Set(presentation.playlists.map(\.path))
        let missing = source.playlists.map(\.path).filter { !present.contains($0) }.map {
            Finding(
                .sourcePlaylist,
                "the presentation lacks this playlist of the source",
                playlist: $0.description
            )
        }
        return compared + missing
    }
}
