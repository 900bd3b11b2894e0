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
    /// The encrypted blocks of a unit, one behind the other, so that one call to the cipher does them all.
    private var blocks: [UInt8] = []

    /// A cipher for one segment.
    package init(_ direction: CBCChain.Direction, key: SampleAESKey) throws(CipherError) {
        chain = try CBCChain(direction, key: key.key, iv: key.iv)
    }

    /// Encrypts a NAL unit in place, as it stands with its emulation prevention bytes.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit in `bytes`.
    ///   - bytes: the elementary stream.
    ///   - insertions: gets the positions in `bytes` before which an emulation prevention byte 0x03 has to be written,
    ///     ascending.
    /// - Throws: what the cipher throws.
    package mutating func encrypt(
        _ unit: AnnexBUnit,
        in bytes: inout MutableSpan<UInt8>,
        insertions: inout [Int]
    ) throws(CipherError) {
        guard Self.isProtected(unit, in: bytes) else { return }
        let pattern = AVCEncryptionPattern(unitStart: unit.range.lowerBound, unitSize: unit.range.count)
        try applyCipher(pattern, in: &bytes)
        let unitEnd = unit.range.upperBound
        if unit.hasZeroPair {
            EmulationPrevention.findMissing(in: bytes.span, unit.range, unitEnd: unitEnd, into: &insertions)
        } else {
            // Only encryption can have made zero pairs: at least one byte of each is encrypted.
            for index in 0..<pattern.blockCount {
                let start = pattern.blockStart(index)
                EmulationPrevention.findMissing(
                    in: bytes.span,
                    start - 1..<start + AVCEncryptionPattern.blockSize + 1,
                    unitEnd: unitEnd,
                    into: &insertions
                )
            }
        }
    }

    /// Decrypts a NAL unit in place: takes the outer emulation prevention bytes out, then decrypts.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit in `bytes`, as received.
    ///   - bytes: the elementary stream.
    /// - Returns: how many bytes the clear unit has; they start where the unit starts.
    /// - Throws: what the cipher throws.
    package mutating func decrypt(
        _ unit: AnnexBUnit,
        in bytes: inout MutableSpan<UInt8>
    ) throws(CipherError) -> Int {
        guard Self.isProtected(unit, in: bytes) else { return unit.range.count }
        let size = unit.hasZeroPair ? EmulationPrevention.remove(in: &bytes, unit.range) : unit.range.count
        try applyCipher(AVCEncryptionPattern(unitStart: unit.range.lowerBound, unitSize: size), in: &bytes)
        return size
    }

    /// Whether a unit is encrypted, or is to be.
    ///
    /// Its size as received tells too: a unit of at most 48 bytes never got emulation prevention bytes.
    private static func isProtected(_ unit: AnnexBUnit, in bytes: borrowing MutableSpan<UInt8>) -> Bool {
        guard unit.range.count > AVCEncryptionPattern.clearUnitSize else { return false }
        return isProtectedType(header: bytes[unit.range.lowerBound])
    }

    /// Whether units with this first byte are encrypted: slices that are not partitioned.
    package static func isProtectedType(header: UInt8) -> Bool {
        let type = header & 0x1F
        return type == 1 || type == 5
    }

    /// Runs the cipher over the blocks of a unit.
    private mutating func applyCipher(
        _ pattern: AVCEncryptionPattern,
        in bytes: inout MutableSpan<UInt8>
    ) throws(CipherError) {
        let size = AVCEncryptionPattern.blockSize
        let count = pattern.blockCount
        guard count > 0 else { return }
        // Out of self, as the chain is used while its span is.
        var buffer: [UInt8] = []
        swap(&buffer, &blocks)
        defer { swap(&buffer, &blocks) }
        if buffer.count < count * size {
            buffer.append(contentsOf: repeatElement(0, count: count * size - buffer.count))
        }
        var gathered = buffer.mutableSpan
        for index in 0..<count {
            Self.copyBlock(bytes.span, at: pattern.blockStart(index), to: &gathered, at: index * size)
        }
        try chain.restart()
        try chain.update(&gathered, 0..<count * size)
        for index in 0..<count {
            Self.copyBlock(gathered.span, at: index * size, to: &bytes, at: pattern.blockStart(index))
        }
    }

    @inline(__always)
    private static func copyBlock(
        _ source: Span<UInt8>,
        at sourceOffset: Int,
        to target: inout MutableSpan<UInt8>,
        at targetOffset: Int
    ) {
        for index in 0..<AVCEncryptionPattern.blockSize {
            target[targetOffset + index] = source[sourceOffset + index]
        }
    }
}
