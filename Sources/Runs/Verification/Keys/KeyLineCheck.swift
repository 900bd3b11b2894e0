import HLSPlaylists
import Presentations
import ProtectionTerms

/// Checks that a key line is of a kind that `verify` can check (RFC 8216bis 4.4.4.4).
///
/// AES-128 and AES-256-GCM need the identity key format; SAMPLE-AES and SAMPLE-AES-CTR need that or the
/// format of Widevine or PlayReady; SAMPLE-AES may also have FairPlay's.
enum KeyLineCheck {
    /// Describes why a key line cannot be checked.
    ///
    /// - Parameters:
    ///   - key: the attributes of the line.
    ///   - isUnchecked: true if `RecordResolver` leaves the line unchecked.
    /// - Returns: nil if the line can be checked.
    static func fault(of key: EncryptionKey, isUnchecked: Bool) -> String? {
        switch ProtectionMethod(key.method)?.form {
        case .paddedSegments, .authenticatedSegments:
            guard key.system == .identity else {
                return "\(key.method.name) with KEYFORMAT \"\(key.keyFormat)\" (expected none)"
            }
        case .samples(let scheme):
            guard !isUnchecked else {
                return "KEYFORMAT \"\(key.keyFormat)\" cannot be checked by this version "
                    + "(expected that of FairPlay, Widevine or PlayReady, or none)"
            }
            guard scheme == .cbcs || key.system != .fairPlay else {
                return "FairPlay does not support \(key.method.name) (expected METHOD=SAMPLE-AES)"
            }
        case nil:
            return "the key cannot be checked by this version "
                + "(METHOD=\(key.method.name), expected \(ProtectionMethod.playlistNames))"
        }
        let versions = key.effectiveKeyFormatVersions
        guard versions.split(separator: "/").contains("1") else {
            return "the \(key.system) key format has no version except 1 (KEYFORMATVERSIONS=\"\(versions)\")"
        }
        return nil
    }

    /// Describes what is legal in a key line but causes problems, or returns nil if nothing is.
    ///
    /// Without an IV attribute, the IV of SAMPLE-AES is the media sequence number (RFC 8216bis 5.2), which
    /// hls.js uses for whole segments only.
    static func warning(of key: EncryptionKey) -> String? {
        guard key.method == .sampleAES, key.system == .identity, key.iv == nil else { return nil }
        return "an identity key of SAMPLE-AES has no IV; some players do not use the media sequence number"
    }
}
