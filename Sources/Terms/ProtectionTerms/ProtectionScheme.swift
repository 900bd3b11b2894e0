/// A scheme of common encryption (ISO/IEC 23001-7); the raw values are scheme_type of `schm`.
package enum ProtectionScheme: String, CaseIterable, Hashable, Sendable {
    /// AES-128-CBC over a pattern of blocks, with a constant initialization vector.
    case cbcs
    /// AES-128-CTR, with an initialization vector for each sample.
    case cenc
}
