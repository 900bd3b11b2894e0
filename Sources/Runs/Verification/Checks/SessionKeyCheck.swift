import Ciphers
import FoundationEssentials
import HLSPlaylists
import Inspection
import KeyStore
import Presentations
import ProtectionTerms

/// Looks at the session keys of a multivariant playlist as at key lines: each is of a key that media playlists use, by the same
/// method, and its key id and its document are those of the key.
///
/// Whether media playlists have its URI, too, the linter looks at: key servers may give two to one key.
enum SessionKeyCheck {
    /// Looks at all session keys.
    ///
    /// - Parameters:
    ///   - presentation: the presentation.
    ///   - records: the keys of its media playlists.
    ///   - resolver: finds the keys of lines.
    /// - Returns: what is wrong with them.
    /// - Throws: `PresentationError` of the key store.
    static func findings(
        _ presentation: Presentation,
        _ records: [KeyRecord],
        resolver: inout RecordResolver
    ) throws(PresentationError) -> [Finding] {
        var findings: [Finding] = []
        let media = MediaKeys(presentation, records)
        for key in presentation.multivariant?.sessionKeys ?? [] where try resolver.canCheck(key.value) {
            let (rule, fault): (Finding.Rule, String?)
            switch try resolver.record(for: key.value) {
            case .success(let record): (rule, fault) = (.keyLine, Self.fault(of: key.value, record, media))
            case .failure(let failure):
                // Of the keys of media playlists this is said there.
                guard media.keyIDs[KeyName(key.value)] == nil else { continue }
                (rule, fault) = (failure.rule, failure.message)
            }
            guard let fault else { continue }
            findings.append(
                Finding(rule, fault, playlist: presentation.entry.description, line: key.line)
            )
        }
        return findings
    }

    private static func fault(of key: EncryptionKey, _ record: KeyRecord, _ media: MediaKeys) -> String? {
        if let fault = KeyDocumentCheck.fault(of: key, record: record) { return fault }
        if let iv = key.iv, ProtectionMethod(key.method)?.encryptsSamples == true, iv != record.iv.bytes {
            return "the IV is not the record's"
        }
        if key.keyID == nil, media.keyIDs[KeyName(key)]?.isEmpty == false {
            return "the session key has no KEYID, which the same key has in media playlists"
        }
        // A live playlist may come to use it.
        guard media.areComplete else { return nil }
        guard media.records.contains(record.keyID) else {
            return "no media playlist uses key \(record.keyID.uuidString.lowercased()) of the session key"
        }
        // Of a URI that media playlists have, too, the linter compares it.
        guard media.methods.contains(key.method.name) || media.uris.contains(KeyName(key).uri) else {
            return "METHOD=\(key.method.name) is that of no key of the media playlists"
        }
        return nil
    }

    /// The keys of media playlists.
    private struct MediaKeys {
        /// What they write as `KEYID` of the keys that they use; empty where they write none.
        var keyIDs: [KeyName: [UInt8]] = [:]
        var methods: Set<String> = []
        var uris: Set<[UInt8]> = []
        let records: Set<UUID>
        /// Whether they come to no other keys.
        let areComplete: Bool

        init(_ presentation: Presentation, _ records: [KeyRecord]) {
            self.records = Set(records.map(\.keyID))
            areComplete = presentation.renditions.allSatisfy(\.playlist.hasEndList)
            guard presentation.multivariant?.sessionKeys.isEmpty == false else { return }
            for rendition in presentation.renditions {
                for key in rendition.playlist.keys.map(\.value) {
                    methods.insert(key.method.name)
                    uris.insert(KeyName(key).uri)
                    if let keyID = key.keyID {
                        keyIDs[KeyName(key)] = keyID
                    } else {
                        keyIDs[KeyName(key), default: []] += []
                    }
                }
            }
        }
    }
}
