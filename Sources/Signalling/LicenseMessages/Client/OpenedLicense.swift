package import Ciphers

/// What a client has of an answer that passed all checks.
package struct OpenedLicense: Sendable {
    /// A TLLV of the answer without its value.
    package struct Block: Hashable, Sendable {
        /// Its tag.
        package let tag: LicenseTag
        /// The length of its value, in bytes, without the padding of its block.
        package let length: Int
    }

    /// The content key, of 128 bits.
    package let key: ContentKey
    /// The content's IV.
    package let iv: InitializationVector
    /// How long the key may be used; nil if it is not said.
    ///
    /// Some servers send durations of 0, which say nothing.
    package let duration: KeyDuration?
    /// The HDCP requirement; nil if it is not said, which means type 0.
    package let hdcp: HDCPRequirement?
    /// The terms of an offline key; nil if it is none.
    package let offline: OfflineKeyTerms?
    /// All TLLVs of the answer in their order, unknown ones among them.
    package let blocks: [Block]
}
