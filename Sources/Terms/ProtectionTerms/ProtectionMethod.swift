/// A method of protecting media; the raw values are those of `--method`, templates and key records.
///
/// A new method needs a case and its row. Code that treats methods differently asks for their form.
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

    /// The part of the media that is encrypted at once, and how.
    package enum Form: Hashable, Sendable {
        /// Whole segments, with AES-CBC and PKCS#7 padding (RFC 8216bis 5.2); the IV is in key lines or is the
        /// media sequence number.
        case paddedSegments
        /// Whole segments, with AES-GCM; each begins with its IV and ends with its tag (RFC 8216bis 5.2).
        case authenticatedSegments
        /// Single samples; the scheme is that of fMP4.
        case samples(ProtectionScheme)
    }

    private struct Row {
        let playlistName: String
        let form: Form
        var keyLength = KeyLength.bits128
    }

    private var row: Row {
        switch self {
        case .aes128: Row(playlistName: "AES-128", form: .paddedSegments)
        case .sampleAES: Row(playlistName: "SAMPLE-AES", form: .samples(.cbcs))
        case .sampleAESCTR: Row(playlistName: "SAMPLE-AES-CTR", form: .samples(.cenc))
        case .aes256GCM: Row(playlistName: "AES-256-GCM", form: .authenticatedSegments, keyLength: .bits256)
        }
    }

    /// Creates the method with this `METHOD` in key lines (RFC 8216bis 4.4.4.4), or nil if there is none.
    package init?(playlistName: String) {
        guard let method = Self.allCases.first(where: { $0.playlistName == playlistName }) else { return nil }
        self = method
    }

    /// The `METHOD` in key lines (RFC 8216bis 4.4.4.4).
    package var playlistName: String { row.playlistName }

    /// The names of all methods in key lines, for messages: `AES-128, SAMPLE-AES, SAMPLE-AES-CTR or
    /// AES-256-GCM`.
    package static var playlistNames: String {
        let names = allCases.map(\.playlistName)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    /// The part of the media that is encrypted at once, and how.
    package var form: Form { row.form }

    /// The common encryption scheme of the method in fMP4, or nil if the method encrypts whole segments.
    package var scheme: ProtectionScheme? {
        switch form {
        case .samples(let scheme): scheme
        case .paddedSegments, .authenticatedSegments: nil
        }
    }

    /// Indicates whether single samples are encrypted, and the rest of the media stays clear.
    package var encryptsSamples: Bool { scheme != nil }

    /// The length of keys for the method.
    package var keyLength: KeyLength { row.keyLength }

    /// Indicates whether the media contain the IVs, so that no key line may have one (RFC 8216bis 4.4.4.4).
    package var hasIVsInMedia: Bool {
        switch form {
        case .authenticatedSegments, .samples(.cenc): true
        case .paddedSegments, .samples(.cbcs): false
        }
    }
}
