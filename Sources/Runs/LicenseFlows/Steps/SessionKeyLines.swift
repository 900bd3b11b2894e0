import HLSPlaylists
import Presentations
import ProtectionTerms

/// The session keys of a multivariant playlist: they say the same as the lines of media playlists.
struct SessionKeyLines {
    let flow: LicenseFlow
    let presentation: Presentation
    /// The keys of media playlists that are of the flow's systems.
    let keys: [KeyUse]

    /// Compares `EXT-X-SESSION-KEY` with `EXT-X-KEY` (RFC 8216bis 4.4.6.5).
    func check(_ record: inout StepRecord) {
        for key in presentation.multivariant?.sessionKeys ?? [] {
            guard let uri = key.value.uri, let fault = fault(of: key.value, uri) else { continue }
            record.fail(
                at: "\(presentation.entry):\(key.line)",
                "the session key \(fault)",
                remedy: "Write it as the key lines are, or leave it out (--session-keys none)."
            )
        }
    }

    private func fault(of key: EncryptionKey, _ uri: String) -> String? {
        let line = keys.first { $0.uri.utf8.elementsEqual(uri.utf8) }
        guard let line else {
            let isComplete = presentation.renditions.allSatisfy(\.playlist.hasEndList)
            guard flow.systems.contains(key.system), !keys.isEmpty, isComplete else { return nil }
            return "has a URI that no key line has (\(KeyURIText.redacted(uri)))"
        }
        if key.keyFormat != line.key.keyFormat {
            return
                "has KEYFORMAT=\"\(key.keyFormat)\", the key line \(line.place) of its URI \"\(line.key.keyFormat)\""
        }
        if key.method != line.key.method {
            return
                "has METHOD=\(key.method.name), the key line \(line.place) of its URI \(line.key.method.name)"
        }
        guard key.effectiveKeyFormatVersions == line.key.effectiveKeyFormatVersions else {
            return
                "has KEYFORMATVERSIONS=\"\(key.effectiveKeyFormatVersions)\", the key line \(line.place) of its URI "
                + "\"\(line.key.effectiveKeyFormatVersions)\""
        }
        return nil
    }
}
