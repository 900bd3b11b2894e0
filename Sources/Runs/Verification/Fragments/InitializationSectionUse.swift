import KeyStore
import ProtectionTerms

/// The use of an initialization section by all segments, under every `EXT-X-MAP` that names it.
struct InitializationSectionUse: Sendable {
    /// A key of fMP4 segments.
    struct Key: Sendable {
        let record: KeyRecord
        let scheme: ProtectionScheme
        /// The key systems of its key lines.
        var systems: [KeySystem]
    }

    /// The keys, each once, in the order of first use.
    private(set) var keys: [Key] = []
    /// Indicates whether any segment is clear.
    private(set) var hasClearSegments = false
    /// Indicates whether the key of any segment could not be found.
    private(set) var isIncomplete = false

    /// The key systems of the client, which ignores the boxes of others, or nil for all.
    private(set) var clientSystems: Set<KeySystem>?

    init(clientSystems: Set<KeySystem>? = nil) {
        self.clientSystems = clientSystems
    }

    /// Adds a segment; `protection` is nil if it could not be determined.
    mutating func add(_ protection: VerificationItem.Protection?, systems: [KeySystem]) {
        switch protection {
        case nil:
            isIncomplete = true
        case .clear:
            hasClearSegments = true
        case .commonEncryption(let record, let scheme):
            let supported = self.clientSystems
            let systems = systems.filter { supported?.contains($0) ?? true }
            add(Key(record: record, scheme: scheme, systems: systems))
        case .wholeSegment, .iFrame, .gcmSegment, .sampleAES:
            break
        }
    }

    /// Adds the segments of another playlist.
    mutating func add(_ other: InitializationSectionUse) {
        clientSystems = clientSystems ?? other.clientSystems
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
