import Ciphers
import HLSPackaging
import HLSPlaylists
import KeyStore

/// Looks at the session keys of a multivariant playlist as at key lines: the key store knows their URIs, and their key ids and
/// documents are those of the keys that these name.
///
/// That the media playlists have such keys is a rule of the linter.
enum SessionKeyCheck {
    static func findings(
        _ presentation: Presentation,
        resolver: inout RecordResolver
    ) throws(PackagingError) -> [Finding] {
        var findings: [Finding] = []
        let keyIDs = keyIDs(in: presentation)
        for key in presentation.multivariant?.sessionKeys ?? [] where try resolver.canCheck(key.value) {
            let record: KeyRecord
            switch try resolver.record(for: key.value) {
            case .success(let found): record = found
            case .failure(let failure):
                // Of the keys of media playlists this is said there.
                guard keyIDs[Use(key.value)] == nil else { continue }
                findings.append(
                    Finding(
                        failure.rule,
                        failure.message,
                        playlist: presentation.entry.description,
                        line: key.line
                    )
                )
                continue
            }
            var fault = KeyDocumentCheck.fault(of: key.value, record: record)
            if let iv = key.value.iv, ProtectionMethod(key.method)?.encryptsSamples == true,
                iv != record.iv.bytes
            {
                fault = fault ?? "the IV is not the record's"
            }
            if key.value.keyID == nil, keyIDs[Use(key.value)]?.isEmpty == false {
                fault = fault ?? "the session key has no KEYID, which the same key has in media playlists"
            }
            guard let fault else { continue }
            findings.append(
                Finding(.keyLine, fault, playlist: presentation.entry.description, line: key.line)
            )
        }
        return findings
    }

    /// A key as a client of one system knows it.
    private struct Use: Hashable {
        let keyFormat: String
        let uri: [UInt8]

        init(_ key: EncryptionKey) {
            keyFormat = key.keyFormat
            uri = Array((key.uri ?? "").utf8)
        }
    }

    /// What media playlists write as `KEYID` of the keys that they use; empty where they write none.
    private static func keyIDs(in presentation: Presentation) -> [Use: [UInt8]] {
        var found: [Use: [UInt8]] = [:]
        guard presentation.multivariant?.sessionKeys.isEmpty == false else { return found }
        for rendition in presentation.renditions {
            for key in rendition.playlist.keys {
                if let keyID = key.value.keyID {
                    found[Use(key.value)] = keyID
                } else {
                    found[Use(key.value), default: []] += []
                }
            }
        }
        return found
    }
}
