import Ciphers
import SampleEncryption

/// The protected cbcs ranges in a piece of a segment, collected to be encrypted in parallel.
///
/// Each range is a CBC chain that starts at the constant IV.
struct ParallelCBCChains: ~Copyable {
    private let iv: InitializationVector
    private var engine: MultiBufferCBC
    /// The parts to encrypt: those with the pattern of video, and those of contiguous blocks.
    private var patterned: [CBCChainPart] = []
    private var whole: [CBCChainPart] = []
    /// The distance between the encrypted blocks of patterned parts, in bytes.
    private var period = MultiBufferCBC.blockByteCount
    /// The offset in the buffer of the last added block, to which a range that continues is chained.
    ///
    /// Nil if the last added part has no block.
    private var lastBlock: Int?
    /// The last ciphertext block of a range that continues, or else the constant IV.
    private var continuation: InitializationVector

    /// Creates an empty collection; new chains start at the IV of `key`.
    init(_ key: SampleAESKey) throws(CipherError) {
        engine = try MultiBufferCBC(key: key.key)
        iv = key.iv
        continuation = key.iv
    }

    /// Adds blocks to be encrypted.
    ///
    /// - Parameters:
    ///   - pattern: the positions of the blocks.
    ///   - startsRange: whether they are the first of a range; otherwise they continue the last range of the
    ///     previous piece.
    mutating func append(_ pattern: BlockGatherer.Pattern, startsRange: Bool) {
        if startsRange { continuation = iv }
        let size = MultiBufferCBC.blockByteCount
        lastBlock = nil
        guard pattern.count > 0 else { return }
        let part = CBCChainPart(
            inPlace: pattern.start..<pattern.start + pattern.count * size,
            iv: continuation
        )
        if pattern.period == size {
            whole.append(part)
        } else {
            period = pattern.period
            patterned.append(part)
        }
        lastBlock = pattern.start + (pattern.count - 1) * pattern.period
    }

    /// Encrypts all added blocks, which are in `bytes`.
    mutating func encrypt(in bytes: inout MutableSpan<UInt8>) throws(CipherError) {
        try engine.encrypt(whole, inPlace: &bytes)
        try engine.encrypt(patterned, inPlace: &bytes, period: period)
        whole.removeAll(keepingCapacity: true)
        patterned.removeAll(keepingCapacity: true)
        if let lastBlock { continuation = InitializationVector(block: bytes.span, at: lastBlock) }
        lastBlock = nil
    }
}
