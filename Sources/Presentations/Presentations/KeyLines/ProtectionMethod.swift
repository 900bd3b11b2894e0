package import Ciphers
package import HLSPlaylists
package import ISOBaseMedia
internal import KeyStore

/// A method of protection that media can be given; the raw values are those of `--method` and of key records.
package enum ProtectionMethod: String, CaseIterable, Sendable {
    /// Whole segments, AES-128-CBC.
    case aes128 = "aes-128"
    /// Samples, AES-128-CBC: Apple's sample encryption in transport streams and packed audio, cbcs in fMP4.
    case sampleAES = "sample-aes"
    /// Samples in fMP4, AES-128-CTR: cenc.
    case sampleAESCTR = "sample-aes-ctr"
    /// Whole segments, AES-256-GCM (RFC 8216bis, draft 19 on).
    case aes256GCM = "aes-256-gcm"

    /// The method that a key line names; nil for one that is not written here.
    package init?(_ method: EncryptionKey.Method) {
        guard let known = Self.allCases.first(where: { $0.playlistMethod == method }) else { return nil }
        self = known
    }

    /// What key lines call it.
    package var playlistMethod: EncryptionKey.Method {
        switch self {
        case .aes128: .aes128
        case .sampleAES: .sampleAES
        case .sampleAESCTR: .sampleAESCTR
        case .aes256GCM: .aes256GCM
        }
    }

    /// The scheme of common encryption that it is in fMP4; nil where samples are not encrypted one by one.
    package var scheme: ProtectionScheme? {
        switch self {
        case .aes128, .aes256GCM: nil
        case .sampleAES: .cbcs
        case .sampleAESCTR: .cenc
        }
    }

    /// Whether samples are encrypted one by one, and the rest of the media stays clear.
    package var encryptsSamples: Bool { scheme != nil }

    /// How long its keys are.
    package var keyLength: ContentKey.Length { ContentKey.Length(ofMethod: rawValue) }

    /// Whether the media hold the vectors, so that no key line may have one (RFC 8216bis 4.4.4.4).
    package var hasVectorsInMedia: Bool {
        switch self {
        case .aes128, .sampleAES: false
        case .sampleAESCTR, .aes256GCM: true
        }
    }
}
