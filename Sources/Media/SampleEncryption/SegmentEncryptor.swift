/// An encryptor of one segment, or of anything else that is encrypted as one, such as the program tables that
/// an `EXT-X-MAP` names.
///
/// Encryption is a function of the clear bytes and the properties of the encryptor. There is a conformer for
/// each form of encryption: `TransportStreamSegmentEncryptor`, `PackedAudioSegmentEncryptor`,
/// `GCMSegmentEncryptor`, and `FragmentedSegmentEncryptor` of fMP4. Whole segments in CBC are the exception: a
/// chain of blocks is fast only beside other chains, so several segments are encrypted at once
/// (`MultiBufferCBC`).
package protocol SegmentEncryptor {
    /// Encrypts the segment in pieces; memory does not grow with its length.
    ///
    /// - Parameters:
    ///   - length: the length of the clear segment, in bytes.
    ///   - buffers: the storage of earlier segments; gets the storage of this one.
    ///   - read: fills a range of the buffer with the bytes at an offset of the segment; never called beyond
    ///     its end.
    ///   - write: writes a range of the buffer as the next bytes of the output.
    /// - Returns: the MAC and the extent of the output.
    /// - Throws: `SampleEncryptionError` if samples cannot be encrypted, the errors of `GCMSegmentEncryptor`
    ///   for whole segments; and any error of `read` and `write`.
    func encrypt(
        length: UInt64,
        buffers: inout BufferPool,
        read: (inout [UInt8], Range<Int>, UInt64) throws -> Void,
        write: ([UInt8], Range<Int>) throws -> Void
    ) throws -> SegmentOutcome
}

/// The result of encrypting or copying a segment.
package struct SegmentOutcome: Hashable, Sendable {
    /// The MAC of the clear segment, under the key of the store.
    package let mac: MediaMAC
    /// The length of the output, and where the clear bytes are in it.
    package let extent: OutputExtent

    /// Creates a result from its parts.
    package init(mac: MediaMAC, extent: OutputExtent) {
        self.mac = mac
        self.extent = extent
    }
}
