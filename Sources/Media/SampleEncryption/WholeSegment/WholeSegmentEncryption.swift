/// AES-128 of HLS: AES-128-CBC with PKCS#7 padding over all bytes of one segment.
///
/// A segment is a file, a byte range of a file, or an initialization section; each is a CBC stream of its own.
/// Source: RFC 8216bis 4.4.4.4 and 5.2.
package enum WholeSegmentEncryption {
    /// The block of AES in bytes.
    package static let blockLength: UInt64 = 16

    /// The bytes of ciphertext of a segment with `clearLength` bytes: the padding adds 1 to 16.
    ///
    /// The caller has checked that `clearLength` is the size of a file, so that no overflow can happen.
    package static func ciphertextLength(ofClear clearLength: UInt64) -> UInt64 {
        (clearLength / blockLength + 1) * blockLength
    }

    /// The next multiple of the block length that is not below `offset`.
    package static func aligned(_ offset: UInt64) -> UInt64 {
        (offset + blockLength - 1) / blockLength * blockLength
    }
}
