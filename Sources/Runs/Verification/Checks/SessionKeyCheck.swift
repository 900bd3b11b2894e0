import Ciphers
import Failures
import FoundationEssentials
import HLSPlaylists
import Inspection
import KeyStore
import Presentations
import ProtectionTerms

/// Checks the session keys of a multivariant playlist as key lines are checked.
///
/// Each must be for a key that media playlists use, with the same method, and its key id and document must be
/// those of the key. The linter checks whether media playlists have the same URI, since key servers may give
/// one key two URIs.
enum SessionKeyCheck: PresentationCheck {
    /// Returns at most one finding for each session key.
    static func findings(on verified: VerifiedPresentation) throws(RunFailure) -> [Finding] {
        let (presentation, resolver) = (verified.presentation, verified.resolver)
        var findings: [Finding] = []
        let mediaKeys = MediaKeys(presentation, verified.items.records)
        for key in presentation.multivariant?.sessionKeys ?? [] where try resolver.canCheck(key.value) {
            let (rule, fault): (Finding.Rule, String?)
            switch try resolver.record(for: key.value) {
            case .success(let record):
                (rule, fault) = (.keyLine, Self.fault(of: key.value, record, mediaKeys))
            case .failure(let failure):
                // If a media playlist has the same key, the finding there reports this failure.
                guard mediaKeys.keyIDs[KeyURIIdentity(key.value)] == nil else { continue }
                (rule, fault) = (failure.rule, failure.message)
            }
            guard let fault else { continue }
            findings.append(
                Finding(rule, fault, playlist: presentation.entry.description, line: key.line)
            )
        }
        return findings
    }

    private static func fault(of key: EncryptionKey, _ record: KeyRecord, _ mediaKeys: MediaKeys) -> String? {
        if let fault = KeyDocumentCheck.fault(of: key, record: record) { return fault }
        if let iv = key.iv, ProtectionMethod(key.method)?.encryptsSamples == true, iv != record.iv.bytes {
            return "the IV is not that of the key record"
        }
        if key.keyID == nil, mediaKeys.keyIDs[KeyURIIdentity(key)]?.isEmpty == false {
            return "the session key has no KEYID, but the same key has one in media playlists"
        }
        // A live playlist may use the key later.
        guard mediaKeys.playlistsHaveEnded else { return nil }
        guard mediaKeys.usedKeyIDs.contains(record.keyID) else {
            return "no media playlist uses key \(record.keyID.uuidString.lowercased()) of the session key"
        }
        // If media playlists have the URI too, the linter compares the method.
        guard
            mediaKeys.methods.contains(key.method.name) || mediaKeys.keyURIs.contains(KeyURIIdentity(key).uri)
        else {
            return "no key of the media playlists has METHOD=\(key.method.name)"
        }
        return nil
    }

    /// The keys of media playlists.
    private struct MediaKeys {
        /// The `KEYID` that media playlists have for each key, or no bytes if they have none.
        var keyIDs: [KeyURIIdentity: [UInt8]] = [:]
        var methods: Set<String> = []
        var keyURIs: Set<[UInt8]> = []
        let usedKeyIDs: Set<UUID>
        /// Indicates whether the media playlists have ended, so that no other keys will follow.
        let playlistsHaveEnded: Bool

        init(_ presentation: Presentation, _ records: [KeyRecord]) {
            self.usedKeyIDs = Set(records.map(\.keyID))
            playlistsHaveEnded = presentation.renditions.allSatisfy(\.playlist.hasEndList)
            guard presentation.multivariant?.sessionKeys.isEmpty == false else { return }
            for rendition in presentation.renditions {
                for key in rendition.playlist.keys.map(\.value) {
                    methods.insert(key.method.name)
                    keyURIs.insert(KeyURIIdentity(key).uri)
                    if let keyID = key.keyID {
                        keyIDs[KeyURIIdentity(key)] = keyID
                    } else {
                        keyIDs[KeyURIIdentity(key), default: []] += []
                    }
                }
            }
        }
    }
}
