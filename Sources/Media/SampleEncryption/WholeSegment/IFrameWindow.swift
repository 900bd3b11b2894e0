/// The ciphertext that a client fetches to decrypt the byte range of an I-frame in an AES-128 media resource.
///
/// The range is extended to block boundaries. The block before it serves as IV, except at the start of the
/// resource, where the `IV` attribute does. Source: RFC 8216bis 6.3.6.
package struct IFrameWindow: Hashable, Sendable {
    /// The range of the blocks that cover the I-frame, in bytes from the start of the media resource.
    package let blocks: Range<UInt64>
    /// The range of the block that serves as IV, or nil if the `IV` attribute does.
    package let chainingBlock: Range<UInt64>?
    /// The number of decrypted bytes before the I-frame.
    package let skippedByteCount: UInt64

    /// Creates the window for the byte range of an I-frame.
    package init(covering range: Range<UInt64>) {
        let block = AES128SegmentLayout.blockLength
        let start = range.lowerBound / block * block
        blocks = start..<max(start, AES128SegmentLayout.aligned(range.upperBound))
        chainingBlock = start == 0 ? nil : (start - block)..<start
        skippedByteCount = range.lowerBound - start
    }
}
