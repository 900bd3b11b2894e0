package import Ciphers
package import ProtectionTerms

/// The processing of a segment's fragments: clear lead or encryption.
package enum FragmentTreatment: Sendable {
    /// Samples stay clear (clear lead), under an initialization section with encrypted sample entries before
    /// the clear ones.
    ///
    /// The sample description indices are changed to those of the clear entries.
    case clearLead
    /// Samples are encrypted with this key.
    case encrypted(FragmentKey)
}

/// The key of a segment and its signalling in fragments.
package struct FragmentKey: Sendable {
    /// The protection scheme.
    let scheme: ProtectionScheme
    /// The content key.
    let key: ContentKey
    /// KID, 16 bytes.
    let keyID: [UInt8]
    /// For cbcs the constant IV; for cenc the first 8 bytes are the IV of the segment's first sample.
    ///
    /// In cenc, the IV counts up by one with each encrypted sample of the segment.
    let iv: InitializationVector
    /// Indicates whether each track fragment names the key in a `seig` sample group.
    let usesSampleGroups: Bool

    /// Creates a key from its parts.
    package init(
        scheme: ProtectionScheme,
        key: ContentKey,
        keyID: [UInt8],
        iv: InitializationVector,
        usesSampleGroups: Bool = false
    ) {
        self.scheme = scheme
        self.key = key
        self.keyID = keyID
        self.iv = iv
        self.usesSampleGroups = usesSampleGroups
    }
}
