import HLSPackaging
import ISOBaseMedia
import KeyStore

/// How the segments of a playlist use the initialization section in front of them.
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

    /// Takes note of a segment; its protection is nil when it could not be found.
    mutating func add(_ protection: VerificationTarget.Protection?, systems: [KeySystem]) {
        switch protection {
        case nil:
            isIncomplete = true
        case .clear:
            hasClearSegments = true
        case .commonEncryption(let record, let scheme):
            guard let index = keys.firstIndex(where: { $0.record.keyID == record.keyID }) else {
                keys.append(Key(record: record, scheme: scheme, systems: systems))
                return
            }
            keys[index].systems += systems.filter { !keys[index].systems.contains($0) }
        case .wholeSegment, .iFrame, .sealed, .sampleAES:
            break
        }
    }
}
