/// The layout of AES-128 in HLS: AES-128-CBC with PKCS#7 padding over all bytes of one media resource.
///
/// A media resource is a file, a byte range of a file, or an initialization section; each is a CBC chain of
/// its own.
/// Source: RFC 8216bis 4.4.4.4 and 5.2.
package enum AES128SegmentLayout {
    /// The size of an AES block, in bytes.
    package static let blockLength: UInt64 = 16

    /// Returns the ciphertext length of a media resource with `clearLength` bytes; the padding adds 1 to 16.
    ///
    /// The caller must have checked that `clearLength` is at most the size of a file, so that nothing
    /// overflows.
    package static func ciphertextLength(ofClear clearLength: UInt64) -> UInt64 {
        (clearLength / blockLength + 1) * blockLength
    }

    /// Returns the next multiple of the block length that is at least `offset`.
    package static func aligned(_ offset: UInt64) -> UInt64 {
        (offset + blockLength - 1) / blockLength * blockLength
    }
}
