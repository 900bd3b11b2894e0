/// The ciphertext that a client fetches to decrypt an I-frame range of an AES-128 resource.
///
/// The range is widened to block borders; the block before it is the initialization vector, except at the start
/// of the resource, where the `IV` attribute is. Source: RFC 8216bis 6.3.6.
package struct IFrameWindow: Hashable, Sendable {
    /// The blocks that cover the range, in bytes of the resource.
    package let blocks: Range<UInt64>
    /// The block that serves as initialization vector; nil when the `IV` attribute does.
    package let chainingBlock: Range<UInt64>?
    /// Where the range starts in the decrypted blocks, in bytes.
    package let lead: UInt64

    /// The window of the range `range` of a resource.
    package init(covering range: Range<UInt64>) {
        let block = WholeSegmentEncryption.blockLength
        let start = range.lowerBound / block * block
        blocks = start..<max(start, WholeSegmentEncryption.aligned(range.upperBound))
        chainingBlock = start == 0 ? nil : (start - block)..<start
        lead = range.lowerBound - start
    }
}
