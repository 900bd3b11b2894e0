import KeyStore
import ProtectionTerms

/// How segments use an initialization section, of all playlists and under all `EXT-X-MAP`s that name it.
struct SectionUse: Sendable {
    /// A key of segments in fragments of fMP4.
    struct Key: Sendable {
        let record: KeyRecord
        let scheme: ProtectionScheme
        /// The key systems of its lines.
        var systems: [KeySystem]
    }

    /// The keys, each once, in the order of first use.
    private(set) var keys: [Key] = []
    /// Whether segments are clear.
    private(set) var hasClearSegments = false
    /// Whether the key of some segment could not be found.
    private(set) var isIncomplete = false

    /// The key systems of the client, who looks at no other's boxes; nil for all.
    private(set) var systems: Set<KeySystem>?

    /// A section that no segment uses yet.
    init(systems: Set<KeySystem>? = nil) {
        self.systems = systems
    }

    /// Takes note of a segment; its protection is nil when it could not be found.
    mutating func add(_ protection: VerificationTarget.Protection?, systems: [KeySystem]) {
        switch protection {
        case nil:
            isIncomplete = true
        case .clear:
            hasClearSegments = true
        case .commonEncryption(let record, let scheme):
            let known = self.systems
            let systems = systems.filter { known?.contains($0) ?? true }
            add(Key(record: record, scheme: scheme, systems: systems))
        case .wholeSegment, .iFrame, .sealed, .sampleAES:
            break
        }
    }

    /// Takes note of the segments of another playlist.
    mutating func add(_ other: SectionUse) {
        systems = systems ?? other.systems
        isIncomplete = isIncomplete || other.isIncomplete
        hasClearSegments = hasClearSegments || other.hasClearSegments
        for key in other.keys { add(key) }
    }

    private mutating func add(_ key: Key) {
        guard let index = keys.firstIndex(where: { $0.record.keyID == key.record.keyID }) else {
            keys.append(key)
            return
        }
        keys[index].systems += key.systems.filter { !keys[index].systems.contains($0) }
    }
}
