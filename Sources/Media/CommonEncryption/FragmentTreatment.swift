package import Ciphers
package import ProtectionTerms

/// What is done to the fragments of a segment.
package enum FragmentTreatment: Sendable {
    /// Samples stay clear, under a section that has encrypted sample entries before the clear ones: sample descriptions
    /// are those of the clear entries.
    case clearStart
    /// Samples are encrypted.
    case encrypted(FragmentKey)
}

/// The key of a segment, and how fragments say so.
package struct FragmentKey: Sendable {
    /// The scheme.
    package let scheme: ProtectionScheme
    /// The key.
    package let key: ContentKey
    /// KID, 16 bytes.
    package let keyID: [UInt8]
    /// cbcs: the constant initialization vector; cenc: the first eight bytes are that of the segment's first sample.
    ///
    /// In cenc each further sample of the segment has the next number.
    package let iv: InitializationVector
    /// Whether each track fragment names the key in a sample group (`seig`).
    package let isGrouped: Bool

    /// A key from its parts.
    package init(
        scheme: ProtectionScheme,
        key: ContentKey,
        keyID: [UInt8],
        iv: InitializationVector,
        isGrouped: Bool = false
    ) {
        self.scheme = scheme
        self.key = key
        self.keyID = keyID
        self.iv = iv
        self.isGrouped = isGrouped
    }
}
