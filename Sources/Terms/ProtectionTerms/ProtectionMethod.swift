/// A method of protecting media; the raw values are those of `--method`, templates and key records.
///
/// A new method needs a case and its row.
package enum ProtectionMethod: String, CaseIterable, Sendable {
    /// Encryption of whole segments with AES-128-CBC.
    case aes128 = "aes-128"
    /// Encryption of samples with AES-128-CBC: Apple's sample encryption in transport streams and packed
    /// audio, cbcs in fMP4.
    case sampleAES = "sample-aes"
    /// Encryption of samples in fMP4 with AES-128-CTR: cenc.
    case sampleAESCTR = "sample-aes-ctr"
    /// Encryption of whole segments with AES-256-GCM (RFC 8216bis, since draft 19).
    case aes256GCM = "aes-256-gcm"

    private struct Row {
        let playlistName: String
        var scheme: ProtectionScheme?
        var keyLength = KeyLength.bits128
        var hasIVsInMedia = false
    }

    private var row: Row {
        switch self {
        case .aes128: Row(playlistName: "AES-128")
        case .sampleAES: Row(playlistName: "SAMPLE-AES", scheme: .cbcs)
        case .sampleAESCTR: Row(playlistName: "SAMPLE-AES-CTR", scheme: .cenc, hasIVsInMedia: true)
        case .aes256GCM: Row(playlistName: "AES-256-GCM", keyLength: .bits256, hasIVsInMedia: true)
        }
    }

    /// Creates the method with this `METHOD` in key lines (RFC 8216bis 4.4.4.4), or nil if there is none.
    package init?(playlistName: String) {
        guard let method = Self.allCases.first(where: { $0.playlistName == playlistName }) else { return nil }
        self = method
    }

    /// The `METHOD` in key lines (RFC 8216bis 4.4.4.4).
    package var playlistName: String { row.playlistName }

    /// The common encryption scheme of the method in fMP4, or nil if the method encrypts whole segments.
    package var scheme: ProtectionScheme? { row.scheme }

    /// Indicates whether single samples are encrypted, and the rest of the media stays clear.
    package var encryptsSamples: Bool { scheme != nil }

    /// The length of keys for the method.
    package var keyLength: KeyLength { row.keyLength }

    /// Indicates whether the media contain the IVs, so that no key line may have one (RFC 8216bis 4.4.4.4).
    package var hasIVsInMedia: Bool { row.hasIVsInMedia }
}
