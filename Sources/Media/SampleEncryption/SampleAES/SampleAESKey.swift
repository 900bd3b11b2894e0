package import Ciphers

/// The key of a segment and the IV at which every protected NAL unit and audio frame starts.
package struct SampleAESKey: Sendable {
    /// The key.
    package let key: ContentKey
    /// The IV: the attribute of an identity key line, or what comes with a FairPlay key.
    package let iv: InitializationVector

    /// A key with its IV.
    package init(key: ContentKey, iv: InitializationVector) {
        self.key = key
        self.iv = iv
    }
}
