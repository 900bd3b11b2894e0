import MediaSyntax

/// The clear bytes of an item, for its checks.
struct ClearBytes {
    let item: VerificationItem
    /// The syntax check of the bytes.
    let syntax: SegmentSyntax
    /// Indicates whether an item whose samples may be encrypted is WebVTT.
    let isText: Bool
}
