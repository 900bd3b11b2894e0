package import Ciphers

/// The content key of a segment, and the IV at which the CBC chain of every protected NAL unit and audio
/// frame starts.
package struct SampleAESKey: Sendable {
    /// The content key, 16 bytes.
    package let key: ContentKey
    /// The IV: the `IV` attribute of an identity key line, or the IV that is delivered with a FairPlay key.
    package let iv: InitializationVector

    /// Creates a key with its IV.
    package init(key: ContentKey, iv: InitializationVector) {
        self.key = key
        self.iv = iv
    }
}
