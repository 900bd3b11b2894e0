package import Ciphers

/// The contents of an answer (CKC) that passed all checks of the client.
package struct OpenedLicense: Sendable {
    /// The tag and length of a TLLV in the answer.
    package struct Block: Hashable, Sendable {
        /// The tag of the TLLV.
        package let tag: LicenseTag
        /// The length of the value in bytes, without padding.
        package let length: Int
    }

    /// The content key, of 128 bits.
    package let key: ContentKey
    /// The IV of the content.
    package let iv: InitializationVector
    /// The time for which the key may be used, or nil if the answer does not say.
    ///
    /// Some servers send durations of 0, which have no meaning.
    package let duration: KeyDuration?
    /// The HDCP requirement, or nil if the answer has none, which means type 0.
    package let hdcp: HDCPRequirement?
    /// The terms of an offline key, or nil if the key is not an offline key.
    package let offline: OfflineKeyTerms?
    /// All TLLVs of the answer in their order, including those with unknown tags.
    package let blocks: [Block]
}
