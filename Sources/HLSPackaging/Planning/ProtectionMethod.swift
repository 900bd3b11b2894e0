package import HLSPlaylists

/// A method of protection that media can be given; the raw values are those of `--method` and of key records.
package enum ProtectionMethod: String, CaseIterable, Sendable {
    /// Whole segments, AES-128-CBC.
    case aes128 = "aes-128"
    /// Samples in transport streams and packed audio, AES-128-CBC.
    case sampleAES = "sample-aes"

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
        }
    }
}
