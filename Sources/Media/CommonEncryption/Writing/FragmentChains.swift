import Ciphers
import SampleEncryption

/// The protected ranges of cbcs in a piece of a segment, each a chain of its own that starts at the constant vector, to be
/// encrypted side by side.
struct FragmentChains: ~Copyable {
    private let vector: InitializationVector
    private var engine: MultiBufferCBC
    /// What is to be encrypted, by the period of its pattern: that of video, and whole blocks.
    private var patterned: [CBCChainPart] = []
    private var whole: [CBCChainPart] = []
    /// The period of the patterned ones.
    private var period = MultiBufferCBC.blockByteCount
    /// The last block of all, as far as it is known where it is: a range that goes on is chained to it.
    private var lastBlock: Int?
    /// What a range that goes on is chained to.
    private var continuation: InitializationVector

    /// - Parameter key: the key and the constant vector.
    /// - Throws: what the cipher throws.
    init(_ key: SampleAESKey) throws(CipherError) {
        engine = try MultiBufferCBC(key: key.key)
        vector = key.iv
        continuation = key.iv
    }

    /// Takes note of blocks that are to be encrypted.
    ///
    /// - Parameters:
    ///   - pattern: where they are.
    ///   - startsRange: whether they are the first of a range; else they go on with the last one of the piece before.
    mutating func append(_ pattern: BlockGathering.Pattern, startsRange: Bool) {
        if startsRange { continuation = vector }
        let size = MultiBufferCBC.blockByteCount
        lastBlock = nil
        guard pattern.count > 0 else { return }
        let part = CBCChainPart(
            inPlace: pattern.start..<pattern.start + pattern.count * size,
            vector: continuation
        )
        if pattern.period == size {
            whole.append(part)
        } else {
            period = pattern.period
            patterned.append(part)
        }
        lastBlock = pattern.start + (pattern.count - 1) * pattern.period
    }

    /// Encrypts all.
    ///
    /// - Parameter bytes: holds them.
    /// - Throws: what the cipher throws.
    mutating func encrypt(in bytes: inout MutableSpan<UInt8>) throws(CipherError) {
        try engine.encrypt(whole, inPlace: &bytes)
        try engine.encrypt(patterned, inPlace: &bytes, period: period)
        whole.removeAll(keepingCapacity: true)
        patterned.removeAll(keepingCapacity: true)
        if let lastBlock { continuation = InitializationVector(block: bytes.span, at: lastBlock) }
        lastBlock = nil
    }
}
