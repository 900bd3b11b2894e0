/// AES-128 encryption in CBC mode (NIST SP 800-38A section 6.2) of many independent chains at once
/// (multi-buffer encryption).
///
/// Each block of a chain has to wait for the one before it, so a processor that could work on many blocks is
/// mostly idle. Here the chains run side by side in lanes: one block of each lane is combined with the
/// ciphertext block before it, and one call of OpenSSL's ECB mode encrypts them all. A lane whose chain ends
/// takes the next one; a last single chain uses OpenSSL's CBC mode.
///
/// All chains have one key. The result is that of `CBCEncryptor`, whatever the number of lanes.
package struct MultiBufferCBC: ~Copyable {
    /// The size of a block, in bytes.
    package static let blockByteCount = 16
    /// The maximum number of lanes.
    static let maximumLaneCount = 64
    /// The default number of lanes; more are hardly faster, because AES units are busy, and states fit into
    /// registers and cache.
    static let defaultLaneCount = 16
    /// The minimum number of blocks of a single chain for which it pays to set an IV in OpenSSL's CBC mode.
    private static let leastSingleBlockCount = 16

    private var ecbContext: CipherContext
    private var cbcContext: CipherContext
    private let storage: LaneStorage
    private let laneCount: Int

    /// Creates an engine for one key.
    ///
    /// - Parameters:
    ///   - key: the key of all chains.
    ///   - laneCount: the number of chains that are encrypted side by side, 1 to 64.
    /// - Throws: `CipherError` if OpenSSL fails.
    package init(key: ContentKey, laneCount: Int = defaultLaneCount) throws(CipherError) {
        precondition((1...Self.maximumLaneCount).contains(laneCount))
        let ecbContext = try Self.makeContext(.aes128ECB, key, iv: [])
        let zero = [UInt8](repeating: 0, count: Self.blockByteCount)
        cbcContext = try Self.makeContext(.aes128CBC, key, iv: zero)
        self.ecbContext = ecbContext
        self.laneCount = laneCount
        storage = LaneStorage(laneCount: laneCount)
    }

    private static func makeContext(
        _ algorithm: CipherContext.Algorithm,
        _ key: ContentKey,
        iv: [UInt8]
    ) throws(CipherError) -> CipherContext {
        var context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(algorithm, .encrypt, key: key, iv: iv)
        }
        context.setPadding(false)
        return context
    }

    /// Encrypts parts of chains from one buffer to another.
    ///
    /// - Parameters:
    ///   - parts: parts of different chains, whose ciphertexts, including padding, must not overlap.
    ///   - input: the clear bytes.
    ///   - output: the buffer for the ciphertext.
    /// - Throws: `.partialBlock` if a part without padding is not whole blocks, `.outputTooSmall` if a part
    ///   exceeds the buffers. Nothing is written then.
    package mutating func encrypt(
        _ parts: [CBCChainPart],
        from input: Span<UInt8>,
        into output: inout MutableSpan<UInt8>
    ) throws(CipherError) {
        let period = Self.blockByteCount
        for part in parts { try part.check(period, inputCount: input.count, outputCount: output.count) }
        try unsafe output.withUnsafeMutableBytes { (output) throws(CipherError) in
            try unsafe input.withUnsafeBytes { (input) throws(CipherError) in
                try unsafe run(parts, period, from: input.baseAddress, to: output.baseAddress)
            }
        }
    }

    /// Encrypts parts of chains in place: the target of each is its source.
    ///
    /// - Parameters:
    ///   - parts: parts of different chains, whose ciphertexts, including padding, must not overlap each
    ///     other or the clear bytes of others.
    ///   - bytes: the clear bytes, which the ciphertext replaces.
    ///   - period: the distance from one block of a chain to the next, in bytes: 16, or more if clear blocks
    ///     in between stay. Must be 16 for parts with padding.
    /// - Throws: the errors of `encrypt(_:from:into:)`.
    package mutating func encrypt(
        _ parts: [CBCChainPart],
        inPlace bytes: inout MutableSpan<UInt8>,
        period: Int = blockByteCount
    ) throws(CipherError) {
        precondition(period >= Self.blockByteCount)
        for part in parts {
            precondition(
                part.sourceOffset == part.targetOffset && (!part.isPadded || period == Self.blockByteCount)
            )
            try part.check(period, inputCount: bytes.count, outputCount: bytes.count)
        }
        try unsafe bytes.withUnsafeMutableBytes { (bytes) throws(CipherError) in
            try unsafe run(parts, period, from: UnsafeRawPointer(bytes.baseAddress), to: bytes.baseAddress)
        }
    }

    /// Encrypts parts that are in the buffers; does nothing if a buffer is empty.
    private mutating func run(
        _ parts: [CBCChainPart],
        _ period: Int,
        from input: UnsafeRawPointer?,
        to output: UnsafeMutableRawPointer?
    ) throws(CipherError) {
        guard let input = unsafe input ?? UnsafeRawPointer(output), let output = unsafe output else { return }
        var waitingParts = parts[...]
        var activeLaneCount = 0
        while activeLaneCount < laneCount, unsafe start(&waitingParts, activeLaneCount, input, output) {
            activeLaneCount += 1
        }
        while activeLaneCount > 0 {
            let count = try advance(activeLaneCount, period)
            var index = 0
            while index < activeLaneCount {
                if unsafe storage.lanes[index].advance(by: count, period) {
                    index += 1
                } else if unsafe start(&waitingParts, index, input, output) {
                    index += 1
                } else {
                    activeLaneCount -= 1
                    storage.move(activeLaneCount, to: index)
                }
            }
        }
    }

    /// Starts the next part that has a block in a lane.
    ///
    /// - Returns: false if no part is left.
    private func start(
        _ waitingParts: inout ArraySlice<CBCChainPart>,
        _ laneIndex: Int,
        _ input: UnsafeRawPointer,
        _ output: UnsafeMutableRawPointer
    ) -> Bool {
        while let part = waitingParts.popFirst() {
            guard part.ciphertextCount > 0 else { continue }
            let padded = unsafe storage.paddedBlock(laneIndex)
            unsafe storage.lanes[laneIndex] = CBCLane(part, input: input, output: output, storage: padded)
            unsafe storage.states[laneIndex] = part.iv.block
            return true
        }
        return false
    }

    /// Encrypts as many blocks of each lane as all lanes have.
    ///
    /// - Parameters:
    ///   - activeLaneCount: the number of lanes in use.
    ///   - period: the distance from one block to the next, in bytes.
    /// - Returns: the number of blocks that were encrypted in each lane.
    /// - Throws: `CipherError` if OpenSSL fails.
    private mutating func advance(_ activeLaneCount: Int, _ period: Int) throws(CipherError) -> Int {
        var count = unsafe storage.lanes[0].blockCount
        for index in 1..<activeLaneCount {
            count = min(count, unsafe storage.lanes[index].blockCount)
        }
        guard activeLaneCount > 1 || count < Self.leastSingleBlockCount else {
            try advanceSingle(count, period)
            return count
        }
        let (lanes, states) = unsafe (storage.lanes, storage.states)
        let size = activeLaneCount * Self.blockByteCount
        for index in 0..<activeLaneCount {
            unsafe states[index] ^= lanes[index].source.loadUnaligned(as: CipherBlock.self)
        }
        for offset in stride(from: period, to: count * period, by: period) {
            try unsafe ecbContext.updateInPlace(states, count: size)
            for index in 0..<activeLaneCount {
                let encrypted = unsafe states[index]
                unsafe lanes[index].target
                    .storeBytes(of: encrypted, toByteOffset: offset - period, as: CipherBlock.self)
                unsafe states[index] =
                    encrypted
                    ^ lanes[index].source.loadUnaligned(fromByteOffset: offset, as: CipherBlock.self)
            }
        }
        try unsafe ecbContext.updateInPlace(states, count: size)
        for index in 0..<activeLaneCount {
            unsafe lanes[index].target
                .storeBytes(of: states[index], toByteOffset: (count - 1) * period, as: CipherBlock.self)
        }
        return count
    }

    /// Encrypts blocks of the only lane left with OpenSSL's CBC mode, after gathering blocks that are not
    /// adjacent.
    private mutating func advanceSingle(_ count: Int, _ period: Int) throws(CipherError) {
        let (lane, size) = unsafe (storage.lanes[0], Self.blockByteCount)
        try unsafe cbcContext.restart(at: storage.states[0])
        if period == size {
            try unsafe cbcContext.update(from: lane.source, to: lane.target, count: count * size)
        } else {
            for first in stride(from: 0, to: count, by: LaneStorage.gatheredBlockCount) {
                let blocks = first..<min(count, first + LaneStorage.gatheredBlockCount)
                storage.gather(blocks, period)
                try unsafe cbcContext.updateInPlace(storage.gathered, count: blocks.count * size)
                storage.scatter(blocks, period)
            }
        }
        let lastOffset = (count - 1) * period
        unsafe storage.states[0] = lane.target.loadUnaligned(fromByteOffset: lastOffset, as: CipherBlock.self)
    }
}
