import Ciphers
import ProtectionTerms
import SampleEncryption

/// Encrypts or decrypts the protected ranges of samples in place, whole or in parts.
///
/// cbcs ranges are independent chains, so encryption collects them until `flush` and then encrypts them in
/// parallel.
struct FragmentCipher: ~Copyable {
    private static let blockSize = 16
    /// The distance between encrypted blocks of the pattern 1:9, in bytes.
    private static let period = 160

    /// The cipher for the scheme and direction; the other two are nil.
    private var chain: CBCChain?
    private var chains: ParallelCBCChains?
    private var counter: CounterModeCipher?
    private var gatherer = BlockGatherer()

    /// - Parameters:
    ///   - scheme: the protection scheme.
    ///   - direction: encryption or decryption; has no effect in cenc.
    ///   - key: the key, and for cbcs the constant IV.
    /// - Throws: `CipherError` if the cipher fails.
    init(
        _ scheme: ProtectionScheme,
        _ direction: CBCChain.Direction,
        _ key: SampleAESKey
    ) throws(CipherError) {
        switch (scheme, direction) {
        case (.cbcs, .encrypt): chains = try ParallelCBCChains(key)
        case (.cbcs, .decrypt): chain = try CBCChain(.decrypt, key: key.key, iv: key.iv)
        case (.cenc, _): counter = try CounterModeCipher(key: key.key)
        }
    }

    /// Returns the last offset at or before `end` at which a part of a range may end without cutting a block.
    static func partEnd(_ range: ProtectedRange, upTo end: UInt64) -> UInt64 {
        let count = end - range.range.lowerBound
        let period = UInt64(range.isPatterned ? period : blockSize)
        let remainder = count % period
        return remainder < UInt64(blockSize) ? end - remainder : end
    }

    /// Encrypts or decrypts a part of a range.
    ///
    /// The parts of a range have to come in order, with a `flush` between them.
    ///
    /// - Parameters:
    ///   - range: the range.
    ///   - part: the part, which ends where `partEnd` says or at the end of the range.
    ///   - bytes: the buffer that holds the part, which has to stay there until `flush`.
    ///   - start: the offset of the part in the buffer.
    /// - Throws: `CipherError` if the cipher fails, or `.partialBlock` if in cenc the encrypted bytes of the
    ///   sample before the part are not whole blocks.
    mutating func apply(
        to range: ProtectedRange,
        _ part: Range<UInt64>,
        in bytes: inout MutableSpan<UInt8>,
        at start: Int
    ) throws(CipherError) {
        let offset = part.lowerBound - range.range.lowerBound
        if counter != nil {
            try counter?.apply(
                to: &bytes,
                start..<start + part.count,
                counterBlock: range.iv,
                position: range.position + offset
            )
            return
        }
        let period = range.isPatterned ? Self.period : Self.blockSize
        let remainder = Int(offset % UInt64(period))
        let firstBlockOffset = remainder == 0 ? 0 : period - remainder
        let rest = part.count - firstBlockOffset
        let pattern = BlockGatherer.Pattern(
            start: start + firstBlockOffset,
            period: period,
            count: rest < Self.blockSize ? 0 : (rest - Self.blockSize) / period + 1
        )
        if chains != nil {
            chains?.append(pattern, startsRange: offset == 0)
        } else {
            if offset == 0 { chain?.restart() }
            try decrypt(pattern, in: &bytes)
        }
    }

    /// Encrypts the collected ranges, which are in `bytes`.
    mutating func flush(in bytes: inout MutableSpan<UInt8>) throws(CipherError) {
        try chains?.encrypt(in: &bytes)
    }

    private mutating func decrypt(
        _ pattern: BlockGatherer.Pattern,
        in bytes: inout MutableSpan<UInt8>
    ) throws(CipherError) {
        guard pattern.count > 0 else { return }
        if pattern.period == Self.blockSize {
            try chain?.update(&bytes, pattern.start..<pattern.start + pattern.count * Self.blockSize)
            return
        }
        gatherer.gather(pattern, from: bytes.span)
        try gatherer.apply(&chain, count: pattern.count)
        gatherer.write(pattern, to: &bytes)
    }
}
