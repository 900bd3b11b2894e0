package import Ciphers
package import ElementaryStreams

/// SAMPLE-AES of H.264 NAL units (types 1 and 5 of more than 48 bytes).
///
/// 32 bytes stay clear; then of every 160 bytes the first 16 are encrypted if more than 16 are left. The chain starts
/// again at the IV with every unit. Last, emulation prevention is applied to the whole unit, although it has its own
/// emulation prevention bytes already.
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Encryption of H.264.
package struct AVCSampleCipher: ~Copyable {
    private var chain: CBCChain
    private var blocks = GatheredBlocks()

    /// A cipher for one segment.
    package init(_ direction: CBCChain.Direction, key: SampleAESKey) throws(CipherError) {
        chain = try CBCChain(direction, key: key.key, iv: key.iv)
    }

    /// Whether units with this first byte are encrypted: slices that are not partitioned.
    static func isProtectedType(header: UInt8) -> Bool {
        let type = header & 0x1F
        return type == 1 || type == 5
    }

    /// Encrypts a NAL unit in place, as it stands with its emulation prevention bytes.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit in `bytes`, as `AnnexB.scan` gives it.
    ///   - bytes: the elementary stream.
    ///   - insertions: gets the positions in `bytes` before which an emulation prevention byte 0x03 has to be written,
    ///     ascending. None is behind the unit: its last byte is never 0 and never encrypted.
    /// - Throws: what the cipher throws.
    package mutating func encrypt(
        _ unit: AnnexBUnit,
        in bytes: inout MutableSpan<UInt8>,
        insertions: inout [Int]
    ) throws(CipherError) {
        guard Self.isProtected(unit, in: bytes) else { return }
        let pattern = AVCEncryptionPattern(unit.range)
        try applyCipher(pattern, in: &bytes)
        if unit.hasZeroPair {
            EmulationPrevention.findMissing(in: bytes.span, unit.range, into: &insertions)
        } else {
            // Only encryption can have made zero pairs: at least one byte of each is encrypted.
            var index = 0
            while let found = blocks.nextWithZeroPair(from: index, pattern, in: bytes.span) {
                let range = pattern.emulationRange(found).clamped(to: unit.range)
                EmulationPrevention.findMissing(in: bytes.span, range, into: &insertions)
                index = found + 1
            }
        }
    }

    /// Decrypts a NAL unit in place: takes the outer emulation prevention bytes out, then decrypts.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit in `bytes`, as received and as `AnnexB.scan` gives it.
    ///   - bytes: the elementary stream.
    /// - Returns: how many bytes the clear unit has; they start where the unit starts.
    /// - Throws: what the cipher throws.
    package mutating func decrypt(
        _ unit: AnnexBUnit,
        in bytes: inout MutableSpan<UInt8>
    ) throws(CipherError) -> Int {
        guard Self.isProtected(unit, in: bytes) else { return unit.range.count }
        let size = unit.hasZeroPair ? EmulationPrevention.remove(in: &bytes, unit.range) : unit.range.count
        let clearRange = unit.range.lowerBound..<unit.range.lowerBound + size
        try applyCipher(AVCEncryptionPattern(clearRange), in: &bytes)
        return size
    }

    /// Whether a unit is encrypted, or is to be.
    ///
    /// Its size as received tells too: a unit of at most 48 bytes never got emulation prevention bytes.
    private static func isProtected(_ unit: AnnexBUnit, in bytes: borrowing MutableSpan<UInt8>) -> Bool {
        precondition(unit.range.lowerBound >= 0 && unit.range.upperBound <= bytes.count)
        guard unit.range.count > AVCEncryptionPattern.clearUnitSize else { return false }
        return isProtectedType(header: bytes[unit.range.lowerBound])
    }

    /// Runs the cipher over the blocks of a unit, which has to be in `bytes`.
    private mutating func applyCipher(
        _ pattern: AVCEncryptionPattern,
        in bytes: inout MutableSpan<UInt8>
    ) throws(CipherError) {
        blocks.gather(pattern, from: bytes.span)
        try blocks.apply(&chain, blockCount: pattern.blockCount)
        blocks.write(pattern, to: &bytes)
    }
}
