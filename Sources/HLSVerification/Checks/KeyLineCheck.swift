import HLSPackaging
import HLSPlaylists

/// Tells whether a key line is one that can be checked (RFC 8216bis 4.4.4.4): AES-128 with the identity key format, or
/// SAMPLE-AES with that or FairPlay's.
enum KeyLineCheck {
    /// Whether the line is of a key system that records say nothing of, such as Widevine.
    ///
    /// SAMPLE-AES lets such lines stand beside ours: they give the same key in another way.
    static func isForeign(_ key: EncryptionKey) -> Bool {
        key.method == .sampleAES && key.system != .identity && key.system != .fairPlay
    }

    /// What is wrong with the line, in words.
    static func fault(of key: EncryptionKey) -> String? {
        switch key.method {
        case .aes128:
            guard key.system == .identity else {
                return "AES-128 with KEYFORMAT \"\(key.keyFormat)\" (expected none)"
            }
        case .sampleAES:
            guard !isForeign(key) else {
                return
                    "KEYFORMAT \"\(key.keyFormat)\" cannot be checked by this version (expected FairPlay's or none)"
            }
        default:
            return "the key cannot be checked by this version "
                + "(METHOD=\(key.method.name), expected AES-128 or SAMPLE-AES)"
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
