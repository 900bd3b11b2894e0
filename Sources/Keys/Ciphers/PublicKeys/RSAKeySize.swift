/// Sizes of RSA keys that are made, and that are the least where keys are read; the raw value is in bits.
package enum RSAKeySize: Int, CaseIterable, Sendable {
    /// For license messages alone: certificates of FairPlay's first version have such keys, and nobody may choose.
    case bits1024 = 1024
    /// The smallest that is safe (NIST SP 800-131A).
    case bits2048 = 2048
}
