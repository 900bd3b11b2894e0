package import Ciphers
package import ElementaryStreams

/// The SAMPLE-AES cipher for H.264 NAL units (types 1 and 5 with more than 48 bytes).
///
/// The first 32 bytes stay clear; then the first 16 of every 160 bytes are encrypted if more than 16 are
/// left. The CBC chain restarts at the IV for every unit. Finally, emulation prevention is applied to the
/// whole unit, although it already has emulation prevention bytes.
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Encryption of H.264.
package struct AVCSampleCipher: ~Copyable {
    private var chain: CBCChain
    private var blocks = GatheredBlocks()

    /// Creates the cipher for one segment.
    package init(_ direction: CBCChain.Direction, key: SampleAESKey) throws(CipherError) {
        chain = try CBCChain(direction, key: key.key, iv: key.iv)
    }

    /// Indicates whether units with this first byte are encrypted: slices without data partitioning.
    static func isProtectedType(header: UInt8) -> Bool {
        let type = header & 0x1F
        return type == 1 || type == 5
    }

    /// Encrypts a NAL unit in place, including its emulation prevention bytes.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit in `bytes`, as found by `AnnexBScanner.scan`.
    ///   - bytes: the elementary stream.
    ///   - insertions: receives the positions in `bytes` before which an emulation prevention byte 0x03 must
    ///     be written, ascending. None is after the unit: its last byte is never 0 and never encrypted.
    /// - Throws: the errors of the cipher.
    package mutating func encrypt(
        _ unit: AnnexBNALUnit,
        in bytes: inout MutableSpan<UInt8>,
        insertions: inout [Int]
    ) throws(CipherError) {
        guard Self.isProtected(unit, in: bytes) else { return }
        let pattern = AVCEncryptionPattern(unit.range)
        try applyCipher(pattern, in: &bytes)
        if unit.hasZeroPair {
            EmulationPrevention.findMissing(in: bytes.span, unit.range, into: &insertions)
        } else {
            // All zero pairs result from encryption: at least one byte of each is encrypted.
            var index = 0
            while let found = blocks.nextWithZeroPair(from: index, pattern, in: bytes.span) {
                let range = pattern.emulationRange(found).clamped(to: unit.range)
                EmulationPrevention.findMissing(in: bytes.span, range, into: &insertions)
                index = found + 1
            }
        }
    }

    /// Decrypts a NAL unit in place, after removing the outer emulation prevention bytes.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit in `bytes` as received, as found by `AnnexBScanner.scan`.
    ///   - bytes: the elementary stream.
    /// - Returns: the size of the clear unit in bytes, which starts where the encrypted one did.
    /// - Throws: the errors of the cipher.
    package mutating func decrypt(
        _ unit: AnnexBNALUnit,
        in bytes: inout MutableSpan<UInt8>
    ) throws(CipherError) -> Int {
        guard Self.isProtected(unit, in: bytes) else { return unit.range.count }
        let size = unit.hasZeroPair ? EmulationPrevention.remove(in: &bytes, unit.range) : unit.range.count
        let clearRange = unit.range.lowerBound..<unit.range.lowerBound + size
        try applyCipher(AVCEncryptionPattern(clearRange), in: &bytes)
        return size
    }

    /// Indicates whether a unit is or will be encrypted.
    ///
    /// The received size can be used: a unit of at most 48 bytes never got emulation prevention bytes.
    private static func isProtected(_ unit: AnnexBNALUnit, in bytes: borrowing MutableSpan<UInt8>) -> Bool {
        precondition(unit.range.lowerBound >= 0 && unit.range.upperBound <= bytes.count)
        guard unit.range.count > AVCEncryptionPattern.clearUnitSize else { return false }
        return isProtectedType(header: bytes[unit.range.lowerBound])
    }

    /// Applies the cipher to the blocks of a unit, which must be within `bytes`.
    private mutating func applyCipher(
        _ pattern: AVCEncryptionPattern,
        in bytes: inout MutableSpan<UInt8>
    ) throws(CipherError) {
        blocks.gather(pattern, from: bytes.span)
        try blocks.apply(&chain, blockCount: pattern.blockCount)
        blocks.write(pattern, to: &bytes)
    }
}
