/// A method of protection that media can be given; the raw values are those of `--method`, of templates and of key records.
///
/// A new method is a case and its row.
package enum ProtectionMethod: String, CaseIterable, Sendable {
    /// Whole segments, AES-128-CBC.
    case aes128 = "aes-128"
    /// Samples, AES-128-CBC: Apple's sample encryption in transport streams and packed audio, cbcs in fMP4.
    case sampleAES = "sample-aes"
    /// Samples in fMP4, AES-128-CTR: cenc.
    case sampleAESCTR = "sample-aes-ctr"
    /// Whole segments, AES-256-GCM (RFC 8216bis, draft 19 on).
    case aes256GCM = "aes-256-gcm"

    /// All that is known of a method.
    private struct Row {
        let playlistName: String
        var scheme: ProtectionScheme?
        var keyLength = KeyLength.bits128
        var hasVectorsInMedia = false
    }

    private var row: Row {
        switch self {
        case .aes128: Row(playlistName: "AES-128")
        case .sampleAES: Row(playlistName: "SAMPLE-AES", scheme: .cbcs)
        case .sampleAESCTR: Row(playlistName: "SAMPLE-AES-CTR", scheme: .cenc, hasVectorsInMedia: true)
        case .aes256GCM: Row(playlistName: "AES-256-GCM", keyLength: .bits256, hasVectorsInMedia: true)
        }
    }

    /// The method of a `METHOD` of key lines (RFC 8216bis 4.4.4.4); nil for one that is not written here.
    package init?(playlistName: String) {
        guard let method = Self.allCases.first(where: { $0.playlistName == playlistName }) else { return nil }
        self = method
    }

    /// The `METHOD` of its key lines (RFC 8216bis 4.4.4.4).
    package var playlistName: String { row.playlistName }

    /// The scheme of common encryption that it is in fMP4; nil where samples are not encrypted one by one.
    package var scheme: ProtectionScheme? { row.scheme }

    /// Whether samples are encrypted one by one, and the rest of the media stays clear.
    package var encryptsSamples: Bool { scheme != nil }

    /// How long its keys are.
    package var keyLength: KeyLength { row.keyLength }

    /// Whether the media hold the vectors, so that no key line may have one (RFC 8216bis 4.4.4.4).
    package var hasVectorsInMedia: Bool { row.hasVectorsInMedia }
}
