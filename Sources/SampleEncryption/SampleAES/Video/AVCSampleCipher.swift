package import Ciphers
package import ElementaryStreams

/// SAMPLE-AES of H.264 NAL units (types 1 and 5 of more than 48 bytes).
package struct AVCSampleCipher: ~Copyable {
    /// A cipher for one segment.
    package init(_ direction: CBCChain.Direction, key: SampleAESKey) throws(CipherError) {}

    /// Encrypts a NAL unit in place, as it stands with its emulation prevention bytes.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit in `bytes`.
    ///   - bytes: the elementary stream.
    ///   - insertions: gets the positions in `bytes` before which an emulation prevention byte 0x03 has to be written,
    ///     ascending.
    package mutating func encrypt(
        _ unit: AnnexBUnit,
        in bytes: inout MutableSpan<UInt8>,
        insertions: inout [Int]
    ) throws(CipherError) {}

    /// Decrypts a NAL unit in place: takes the outer emulation prevention bytes out, then decrypts.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit in `bytes`, as received.
    ///   - bytes: the elementary stream.
    /// - Returns: how many bytes the clear unit has; they start where the unit starts.
    package mutating func decrypt(
        _ unit: AnnexBUnit,
        in bytes: inout MutableSpan<UInt8>
    ) throws(CipherError) -> Int { unit.range.count }
}
