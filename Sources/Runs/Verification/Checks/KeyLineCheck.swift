import HLSPlaylists
import Presentations
import ProtectionTerms

/// Tells whether a key line is one that can be checked (RFC 8216bis 4.4.4.4): AES-128 and AES-256-GCM with the identity key format;
/// SAMPLE-AES and SAMPLE-AES-CTR with that, Widevine's and PlayReady's; SAMPLE-AES with FairPlay's.
enum KeyLineCheck {
    /// What is wrong with the line, in words.
    ///
    /// - Parameters:
    ///   - key: what the line says.
    ///   - isForeign: whether it is one that is not looked at, by `RecordResolver`.
    /// - Returns: nil for a line that can be checked.
    static func fault(of key: EncryptionKey, isForeign: Bool) -> String? {
        switch key.method {
        case .aes128, .aes256GCM:
            guard key.system == .identity else {
                return "\(key.method.name) with KEYFORMAT \"\(key.keyFormat)\" (expected none)"
            }
        case .sampleAES, .sampleAESCTR:
            guard !isForeign else {
                return "KEYFORMAT \"\(key.keyFormat)\" cannot be checked by this version "
                    + "(expected that of FairPlay, Widevine or PlayReady, or none)"
            }
            guard key.method == .sampleAES || key.system != .fairPlay else {
                return "FairPlay decrypts no \(key.method.name) (expected METHOD=SAMPLE-AES)"
            }
        default:
            return "the key cannot be checked by this version "
                + "(METHOD=\(key.method.name), expected AES-128, SAMPLE-AES, SAMPLE-AES-CTR or AES-256-GCM)"
        }
        let versions = key.effectiveKeyFormatVersions
        guard versions.split(separator: "/").contains("1") else {
            return "the \(key.system) key format has no version but 1 (KEYFORMATVERSIONS=\"\(versions)\")"
        }
        return nil
    }

    /// What is legal and does harm all the same, in words.
    ///
    /// Without an attribute the IV of SAMPLE-AES is the media sequence number (RFC 8216bis 5.2), which hls.js takes
    /// for whole segments only.
    static func warning(of key: EncryptionKey) -> String? {
        guard key.method == .sampleAES, key.system == .identity, key.iv == nil else { return nil }
        return "an identity key of SAMPLE-AES has no IV; some players do not take the media sequence number"
    }
}
