import HLSPlaylists
import Presentations
import ProtectionTerms

/// The `EXT-X-KEY` lines that stand together, for one key in several key systems (RFC 8216bis 4.4.4.4).
struct KeyLineGroup {
    /// The keys, at least one, never a `NONE`.
    let keys: [Located<EncryptionKey>]

    /// The last line with a key system; an earlier one has no effect.
    func key(of system: KeySystem) -> Located<EncryptionKey>? {
        keys.last { $0.value.system == system }
    }

    /// The groups of a playlist.
    ///
    /// - Parameters:
    ///   - playlist: the playlist.
    ///   - kept: the indices of the segments that will be kept.
    /// - Returns: the groups in order, without keys that only other segments need.
    static func groups(of playlist: MediaPlaylist, keeping kept: Range<Int>) -> [KeyLineGroup] {
        let needed = neededKeys(of: playlist, kept)
        let barriers = barriers(of: playlist)
        var groups: [KeyLineGroup] = []
        var current: [Located<EncryptionKey>] = []
        var barrier = barriers.startIndex
        func finish() {
            if !current.isEmpty { groups.append(KeyLineGroup(keys: current)) }
            current = []
        }
        for (index, key) in playlist.keys.enumerated() {
            if barrier < barriers.endIndex, barriers[barrier] < key.line { finish() }
            while barrier < barriers.endIndex, barriers[barrier] < key.line { barrier += 1 }
            guard key.value.method != .none else {
                finish()
                continue
            }
            if needed.contains(index) { current.append(key) }
        }
        finish()
        return groups
    }

    /// The lines that use the keys before them.
    private static func barriers(of playlist: MediaPlaylist) -> [Int] {
        let parts = playlist.document.lines(tagged: .part).map(\.number)
        let sections = playlist.initializationSections.map(\.line)
        return (playlist.segments.map(\.uriLine) + sections + parts).sorted()
    }

    /// The keys, by index, that kept segments and their sections need, and those of what follows the last segment.
    private static func neededKeys(of playlist: MediaPlaylist, _ kept: Range<Int>) -> Set<Int> {
        guard kept != playlist.segments.indices else { return Set(playlist.keys.indices) }
        var needed: Set<Int> = []
        var lastSection: Int?
        for segment in playlist.segments[kept] {
            needed.formUnion(segment.keys)
            guard let section = segment.initializationSection, section != lastSection else { continue }
            needed.formUnion(playlist.initializationSections[section].keys)
            lastSection = section
        }
        if kept.upperBound == playlist.segments.endIndex, let end = playlist.segments.last?.uriLine {
            needed.formUnion(playlist.keys.indices.filter { playlist.keys[$0].line > end })
        }
        return needed
    }
}
