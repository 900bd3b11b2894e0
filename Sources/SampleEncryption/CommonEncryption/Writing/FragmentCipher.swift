internal import Ciphers
internal import ISOBaseMedia

/// Encrypts or decrypts the protected ranges of samples in place, each in one go or in parts.
struct FragmentCipher: ~Copyable {
    private static let blockSize = 16
    /// Bytes from one encrypted block to the next where one of ten is.
    private static let period = 160

    /// One of the two, by the scheme.
    private var chain: CBCChain?
    private var counter: CounterModeCipher?
    private var blocks = BlockGathering()

    /// - Parameters:
    ///   - scheme: the scheme.
    ///   - direction: of no matter in cenc.
    ///   - key: the key, and in cbcs the constant vector.
    /// - Throws: what the cipher throws.
    init(
        _ scheme: ProtectionScheme,
        _ direction: CBCChain.Direction,
        _ key: SampleAESKey
    ) throws(CipherError) {
        switch scheme {
        case .cbcs: chain = try CBCChain(direction, key: key.key, iv: key.iv)
        case .cenc: counter = try CounterModeCipher(key: key.key)
        }
    }

    /// The last place at or before `end` where a part of a range may end.
    static func partEnd(_ range: ProtectedRange, before end: UInt64) -> UInt64 {
        let count = end - range.range.lowerBound
        let period = UInt64(range.isPatterned ? period : blockSize)
        let beyond = count % period
        return beyond < UInt64(blockSize) ? end - beyond : end
    }

    /// Encrypts or decrypts a part of a range; the parts of a range have to come in order.
    ///
    /// - Parameters:
    ///   - range: the range.
    ///   - part: the part, which ends where `partEnd` says, or at the end of the range.
    ///   - bytes: what the part is in.
    ///   - start: where the part starts in it.
    /// - Throws: what the cipher throws.
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
                vector: range.vector,
                position: range.position + offset
            )
            return
        }
        if offset == 0 { chain?.restart() }
        guard range.isPatterned else {
            let whole = part.count / Self.blockSize * Self.blockSize
            try chain?.update(&bytes, start..<start + whole)
            return
        }
        let period = UInt64(Self.period)
        let first = (offset + period - 1) / period * period - offset
        guard first + UInt64(Self.blockSize) <= UInt64(part.count) else { return }
        let pattern = BlockGathering.Pattern(
            start: start + Int(first),
            period: Self.period,
            count: (part.count - Int(first) - Self.blockSize) / Self.period + 1
        )
        blocks.gather(pattern, from: bytes.span)
        try blocks.apply(&chain, count: pattern.count)
        blocks.write(pattern, to: &bytes)
    }
}
