import HLSPlaylists
import Presentations

/// Sets the `EXT-X-SESSION-KEY` lines of a multivariant playlist (RFC 8216bis 4.4.6.5).
struct SessionKeyEdit {
    let path: TreePath
    let change: SessionKeyChange
    /// The media playlists as they are written.
    let media: [MediaPlaylist]
    /// Whether the tree has every playlist that the multivariant one names.
    let isComplete: Bool
    /// Whether a session key that no media playlist has goes: something was cut.
    let dropsUnused: Bool
    /// Whether a session key that is there already goes: two URIs of one key may have become one.
    let removesRepeated: Bool

    /// Edits a document.
    ///
    /// - Parameters:
    ///   - playlist: the playlist, with its session keys as they are after other edits.
    ///   - document: its document.
    ///   - counts: gets what was done.
    /// - Throws: `PresentationError` for a line that cannot be written.
    func apply(
        to playlist: MultivariantPlaylist,
        _ document: inout PlaylistDocument,
        _ counts: inout RewriteReport.LineCounts
    ) throws(PresentationError) {
        let derives = change == .start || change == .all
        guard derives || !playlist.sessionKeys.isEmpty else { return }
        let derived = derives ? derivedKeys() : []
        let removed = removedKeys(of: playlist, derived)
        for key in removed {
            try playlistCalls(path) { () throws(PlaylistError) in try document.remove(line: key.line) }
        }
        counts.removed += removed.count
        guard derives else { return }
        let staying = Set(playlist.sessionKeys.map { $0.value.normalized })
        let added = derived.filter { !staying.contains($0.normalized) }
        for key in added {
            try playlistCalls(path) { () throws(PlaylistError) in
                try document.insert(key.tagLine(.sessionKey), after: playlist.sessionKeyInsertionLine)
            }
        }
        counts.added += added.count
        try playlistCalls(path) { () throws(PlaylistError) in
            try document.raiseVersion(for: added, as: .sessionKey)
        }
    }

    private func removedKeys(
        of playlist: MultivariantPlaylist,
        _ derived: [EncryptionKey]
    ) -> [Located<EncryptionKey>] {
        lazy var mediaURIs = Set(media.flatMap(\.keys).map { Self.bytes($0.value) })
        var seen: Set<EncryptionKey> = []
        switch change {
        case .none: return playlist.sessionKeys
        case .start, .all:
            // A line that says what is derived stays as written. Keys of playlists that are elsewhere stay too.
            let wanted = Set(derived.map(\.normalized))
            return playlist.sessionKeys.filter { key in
                let isElsewhere = !isComplete && !mediaURIs.contains(Self.bytes(key.value))
                let isWanted = wanted.contains(key.value.normalized)
                return !(isElsewhere || (isWanted && seen.insert(key.value.normalized).inserted))
            }
        case .keep:
            return playlist.sessionKeys.filter { key in
                let isUnused = dropsUnused && isComplete && !mediaURIs.contains(Self.bytes(key.value))
                let isRepeated = !seen.insert(key.value.normalized).inserted
                return isUnused || (removesRepeated && isRepeated)
            }
        }
    }

    /// The keys of the media playlists, each once.
    private func derivedKeys() -> [EncryptionKey] {
        var seen: Set<EncryptionKey> = []
        return media.flatMap { change == .start ? Self.firstKeys(of: $0) : $0.keys.map(\.value) }
            .filter { $0.method != .none }
            .map { key in
                var session = key
                session.iv = nil
                return session
            }
            .filter { seen.insert($0.normalized).inserted }
    }

    /// The keys that a player needs to begin: of the first encrypted section, and of the first encrypted segment.
    private static func firstKeys(of playlist: MediaPlaylist) -> [EncryptionKey] {
        let section = playlist.initializationSections.first { !$0.keys.isEmpty }?.keys ?? []
        let segment = playlist.segments.first { !$0.keys.isEmpty }?.keys ?? []
        return (section + segment.filter { !section.contains($0) }).map { playlist.keys[$0].value }
    }

    private static func bytes(_ key: EncryptionKey) -> [UInt8] { Array((key.uri ?? "").utf8) }
}
