import Ciphers
import HLSPackaging
import HLSPlaylists
import KeyStore

/// Looks at the session keys of a multivariant playlist as at key lines: their key ids and documents are those of the keys that
/// their URIs name.
///
/// That the media playlists have such keys is a rule of the linter.
enum SessionKeyCheck {
    static func findings(
        _ presentation: Presentation,
        resolver: inout RecordResolver
    ) throws(PackagingError) -> [Finding] {
        var findings: [Finding] = []
        for key in presentation.multivariant?.sessionKeys ?? [] where try resolver.canCheck(key.value) {
            guard case .success(let record) = try resolver.record(for: key.value) else { continue }
            var fault = KeyDocumentCheck.fault(of: key.value, record: record)
            if let iv = key.value.iv, ProtectionMethod(key.method)?.encryptsSamples == true,
                iv != record.iv.bytes
            {
                fault = fault ?? "the IV is not the record's"
            }
            guard let fault else { continue }
            findings.append(
                Finding(.keyLine, fault, playlist: presentation.entry.description, line: key.line)
            )
        }
        return findings
    }
}
