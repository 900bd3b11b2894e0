import HLSPlaylists
import Presentations
import ProtectionTerms

/// The check that session keys of a multivariant playlist match the key lines of media playlists.
struct SessionKeyLines {
    let flow: LicenseFlow
    let presentation: Presentation
    let uses: KeyUses

    /// Compares `EXT-X-SESSION-KEY` with `EXT-X-KEY` (RFC 8216bis 4.4.6.5).
    func check(_ record: inout StepResult) {
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
        let namesakes = uses.keys(withURI: uri)
        guard let line = namesakes.first(where: { $0.key.keyFormat == key.keyFormat }) else {
            return foreignFault(of: key, namesakes.first { flow.systems.contains($0.key.system) })
        }
        guard flow.systems.contains(line.key.system) else { return nil }
        if key.method != line.key.method {
            return
                "has METHOD=\(key.method.name), but the key line \(line.place) with its URI has \(line.key.method.name)"
        }
        guard key.effectiveKeyFormatVersions == line.key.effectiveKeyFormatVersions else {
            return
                "has KEYFORMATVERSIONS=\"\(key.effectiveKeyFormatVersions)\", but the key line \(line.place) with its URI has "
                + "\"\(line.key.effectiveKeyFormatVersions)\""
        }
        return nil
    }

    /// Returns the fault of a session key that matches no key line by URI and key format.
    ///
    /// `line` is a key line of the flow with the same URI, or nil.
    private func foreignFault(of key: EncryptionKey, _ line: KeyUse?) -> String? {
        if let line {
            return
                "has KEYFORMAT=\"\(key.keyFormat)\", but the key line \(line.place) with its URI has \"\(line.key.keyFormat)\""
        }
        let hasLines = uses.all.contains { flow.systems.contains($0.key.system) }
        let isComplete = presentation.renditions.allSatisfy(\.playlist.hasEndList)
        guard flow.systems.contains(key.system), hasLines, isComplete else { return nil }
        return "has a URI that no key line has (\(KeyURIRedaction.redacted(key.uri ?? "")))"
    }
}
