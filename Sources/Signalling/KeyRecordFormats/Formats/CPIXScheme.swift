import CPIXDocuments
import KeyStore
import ProtectionTerms

/// `ContentKey@commonEncryptionScheme` and how media are encrypted.
enum CPIXScheme {
    private static let fourCharacterCodes = ["cbcs", "cenc", "cbc1", "cens"]

    /// What a dialect calls it; nil for nothing, where nobody said or the dialect has no word.
    ///
    /// 2.3 has the codes of common encryption only, 2.4 the methods of HLS, too. SPEKE has to say one, and means `cbcs` by
    /// Apple's sample encryption of transport streams, too.
    static func scheme(
        of key: ExportableKey,
        in dialect: CPIXDocument.Dialect
    ) throws(KeyStoreError) -> String? {
        let said = Set(key.distinctSignalling.map(word))
        let scheme = said.count == 1 ? said.first.flatMap(\.self) : said.contains("cbcs") ? "cbcs" : nil
        switch dialect {
        case .version23: return scheme.flatMap { fourCharacterCodes.contains($0) ? $0 : nil }
        case .version24: return scheme
        case .speke2:
            if scheme == ProtectionMethod.sampleAES.playlistName { return "cbcs" }
            guard let scheme, fourCharacterCodes.contains(scheme) else {
                throw .notExportable(
                    reason:
                        "\(key.record.identity): SPEKE v2 has to name a scheme of common encryption, and the key was "
                        + "signalled for \(scheme ?? "none"). Export it as cpix-2.4"
                )
            }
            return scheme
        }
    }

    /// The scheme and method of a record for what a document says; nil where it says nothing that is known.
    static func signalled(_ scheme: String?) -> (method: String, scheme: String?)? {
        switch scheme?.lowercased() {
        case "cbcs": (ProtectionMethod.sampleAES.rawValue, "cbcs")
        case "cenc", "sample-aes-ctr": (ProtectionMethod.sampleAESCTR.rawValue, "cenc")
        case "aes-128": (ProtectionMethod.aes128.rawValue, nil)
        case "sample-aes": (ProtectionMethod.sampleAES.rawValue, nil)
        default: nil
        }
    }

    /// A code of common encryption, else the METHOD of HLS.
    private static func word(_ signalling: Signalling) -> String? {
        if let scheme = signalling.scheme, fourCharacterCodes.contains(scheme) { return scheme }
        // 2.4 is older than AES-256-GCM; the METHOD is in the key lines.
        guard KeyLength(ofMethod: signalling.method) == .bits128 else { return nil }
        return ProtectionMethod(rawValue: signalling.method)?.playlistName
    }
}
