import CPIXDocuments
import Failures
import KeyStore
import ProtectionTerms

/// Conversions between `ContentKey@commonEncryptionScheme` and the methods and schemes of key records.
enum CPIXScheme {
    private static let fourCharacterCodes = ["cbcs", "cenc", "cbc1", "cens"]

    /// Returns the value for a key in a dialect, or nil if the scheme is unknown or the dialect has no value
    /// for it.
    ///
    /// CPIX 2.3 only has the codes of common encryption, CPIX 2.4 also the HLS methods. SPEKE requires a
    /// value, and uses `cbcs` for SAMPLE-AES in transport streams, too.
    static func scheme(
        of key: ExportableKey,
        in dialect: CPIXDocument.Dialect
    ) throws(RunFailure) -> String? {
        let schemes = Set(key.distinctSignalling.map(schemeValue))
        let scheme =
            schemes.count == 1 ? schemes.first.flatMap(\.self) : schemes.contains("cbcs") ? "cbcs" : nil
        switch dialect {
        case .version23: return scheme.flatMap { fourCharacterCodes.contains($0) ? $0 : nil }
        case .version24: return scheme
        case .speke2:
            if scheme == ProtectionMethod.sampleAES.playlistName { return "cbcs" }
            guard let scheme, fourCharacterCodes.contains(scheme) else {
                throw .notExportable(
                    reason:
                        "\(key.record.identity): SPEKE v2 requires a scheme of common encryption, and the key was "
                        + "signalled for \(scheme ?? "none")",
                    remedy: "Export it as cpix-2.4."
                )
            }
            return scheme
        }
    }

    /// Returns the method and scheme of a record for the value in a document, or nil if it is missing or
    /// unknown.
    static func signalled(_ scheme: String?) -> (method: String, scheme: String?)? {
        switch scheme?.lowercased() {
        case "cbcs": (ProtectionMethod.sampleAES.rawValue, "cbcs")
        case "cenc", "sample-aes-ctr": (ProtectionMethod.sampleAESCTR.rawValue, "cenc")
        case "aes-128": (ProtectionMethod.aes128.rawValue, nil)
        case "sample-aes": (ProtectionMethod.sampleAES.rawValue, nil)
        default: nil
        }
    }

    /// Returns the code of common encryption, or else the METHOD of HLS.
    private static func schemeValue(_ signalling: Signalling) -> String? {
        if let scheme = signalling.scheme, fourCharacterCodes.contains(scheme) { return scheme }
        // CPIX 2.4 is older than AES-256-GCM, whose METHOD is only in the key lines.
        guard KeyLength(ofMethod: signalling.method) == .bits128 else { return nil }
        return ProtectionMethod(rawValue: signalling.method)?.playlistName
    }
}
