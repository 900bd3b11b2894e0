import HLSPlaylists
import Presentations
import ProtectionTerms

/// A group of `EXT-X-KEY` lines that give one key in several key systems (RFC 8216bis 4.4.4.4).
///
/// No segment, partial segment, `EXT-X-MAP` or `METHOD=NONE` is between them.
struct KeyLineGroup {
    /// The keys, at least one, none with `METHOD=NONE`.
    let keys: [Located<EncryptionKey>]

    /// Returns the last line of a key system, which overrides earlier ones, or nil if there is none.
    func key(of system: KeySystem) -> Located<EncryptionKey>? {
        keys.last { $0.value.system == system }
    }

    /// Returns the groups of a playlist in order, without keys that only segments outside `keptSegments`
    /// need.
    static func groups(of playlist: MediaPlaylist, keeping keptSegments: Range<Int>) -> [KeyLineGroup] {
        let needed = neededKeys(of: playlist, keptSegments)
        let barriers = barriers(of: playlist)
        var groups: [KeyLineGroup] = []
        var currentKeys: [Located<EncryptionKey>] = []
        var barrier = barriers.startIndex
        func finishGroup() {
            if !currentKeys.isEmpty { groups.append(KeyLineGroup(keys: currentKeys)) }
            currentKeys = []
        }
        for (index, key) in playlist.keys.enumerated() {
            if barrier < barriers.endIndex, barriers[barrier] < key.line { finishGroup() }
            while barrier < barriers.endIndex, barriers[barrier] < key.line { barrier += 1 }
            guard key.value.method != .none else {
                finishGroup()
                continue
            }
            if needed.contains(index) { currentKeys.append(key) }
        }
        finishGroup()
        return groups
    }

    /// Returns the lines to which preceding keys apply, in ascending order.
    private static func barriers(of playlist: MediaPlaylist) -> [Int] {
        let parts = playlist.document.lines(tagged: .part).map(\.number)
        let sections = playlist.initializationSections.map(\.line)
        return (playlist.segments.map(\.uriLine) + sections + parts).sorted()
    }

    /// Returns the indices of the keys that are needed by kept segments and their initialization sections.
    ///
    /// If the last segment is kept, the keys after it are included: they are for segments to come.
    private static func neededKeys(of playlist: MediaPlaylist, _ keptSegments: Range<Int>) -> Set<Int> {
        guard keptSegments != playlist.segments.indices else { return Set(playlist.keys.indices) }
        var needed: Set<Int> = []
        var lastSection: Int?
        for segment in playlist.segments[keptSegments] {
            needed.formUnion(segment.keys)
            guard let section = segment.initializationSection, section != lastSection else { continue }
            needed.formUnion(playlist.initializationSections[section].keys)
            lastSection = section
        }
        if keptSegments.upperBound == playlist.segments.endIndex, let end = playlist.segments.last?.uriLine {
            needed.formUnion(playlist.keys.indices.filter { playlist.keys[$0].line > end })
        }
        return needed
    }
}
