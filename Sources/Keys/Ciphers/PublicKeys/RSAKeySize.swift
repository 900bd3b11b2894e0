/// The size of an RSA key to generate, or the minimum of one to read; the raw value is in bits.
package enum RSAKeySize: Int, CaseIterable, Sendable {
    /// Only for license messages: certificates of FairPlay's first version have such keys, and there is no
    /// choice.
    case bits1024 = 1024
    /// The smallest size that is safe (NIST SP 800-131A).
    case bits2048 = 2048
}
