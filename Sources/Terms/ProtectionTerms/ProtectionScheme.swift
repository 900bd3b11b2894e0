/// A scheme of common encryption (ISO/IEC 23001-7), with the scheme_type of `schm` as the raw value.
package enum ProtectionScheme: String, CaseIterable, Hashable, Sendable {
    /// AES-128-CBC over a pattern of blocks, with a constant IV.
    case cbcs
    /// AES-128-CTR, with per-sample IVs.
    case cenc
}
