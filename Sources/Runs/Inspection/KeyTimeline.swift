import HLSPlaylists

/// Finds the keys in force over the time of a playlist.
enum KeyTimeline {
    /// Returns the stretches of a playlist, which together cover all segments.
    static func intervals(of playlist: MediaPlaylist) -> [KeyInterval] {
        var stretches: [KeyInterval] = []
        var members = playlist.segments[...]
        while let first = members.first {
            let stretch = members.prefix { $0.keys == first.keys }
            guard let last = stretch.last else { break }
            stretches.append(
                KeyInterval(
                    start: ExactSeconds(first.start),
                    end: ExactSeconds(last.start + last.duration),
                    mediaSequence: first.mediaSequence,
                    segments: stretch.count,
                    line: first.uriLine,
                    keys: first.keys.map { KeyDescription.inspection(of: playlist.keys[$0]) }
                )
            )
            members = members[stretch.endIndex...]
        }
        return stretches
    }
}
