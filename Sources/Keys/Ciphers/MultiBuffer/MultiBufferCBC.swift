/// AES-128 encryption in CBC mode (NIST SP 800-38A section 6.2) of many independent chains at once.
///
/// A block of a chain cannot be encrypted before the one in front of it, so a processor that could work on many blocks
/// waits for each. Here the chains go side by side in lanes: one block of each lane is combined with the ciphertext
/// block before it, and one call to OpenSSL's ECB mode encrypts them all (multi-buffer encryption, as it is known). A
/// lane whose chain ends takes the next one; a chain that is left alone goes through OpenSSL's CBC mode.
///
/// All chains have one key. The result is that of `CBCEncryptor`, whatever the number of lanes.
package struct MultiBufferCBC: ~Copyable {
    /// Size of a block.
    package static let blockByteCount = 16
    /// Lanes that there may be.
    static let maximumLaneCount = 64
    /// Lanes from which on more are hardly faster: AES units are busy, and all states are in registers and cache.
    package static let defaultLaneCount = 16
    /// Blocks of a single chain from which on it is worth it to give OpenSSL's CBC mode another vector.
    private static let leastSingleBlockCount = 16

    private var blocks: CipherContext
    private var single: CipherContext
    private let storage: LaneStorage
    private let laneCount: Int

    /// An engine for one key.
    ///
    /// - Parameters:
    ///   - key: the key of all chains.
    ///   - laneCount: chains that go side by side, 1 to 64.
    /// - Throws: `CipherError` where OpenSSL fails.
    package init(key: ContentKey, laneCount: Int = defaultLaneCount) throws(CipherError) {
        precondition((1...Self.maximumLaneCount).contains(laneCount))
        let blocks = try Self.makeContext(.aes128ECB, key, iv: [])
        let zero = [UInt8](repeating: 0, count: Self.blockByteCount)
        single = try Self.makeContext(.aes128CBC, key, iv: zero)
        self.blocks = blocks
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
    ///   - parts: the parts, of a chain each; their ciphertexts, padding included, do not overlap.
    ///   - input: the clear bytes.
    ///   - output: gets the ciphertext.
    /// - Throws: `.partialBlock` where a part is not whole blocks and not padded, `.outputTooSmall` where it is not in
    ///   the buffers. Nothing is written then.
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

    /// Encrypts parts of chains where they stand: the target of each is its source.
    ///
    /// - Parameters:
    ///   - parts: the parts, of a chain each; their ciphertexts, padding included, do not overlap, nor do they the clear
    ///     bytes of others.
    ///   - bytes: the clear bytes, which become the ciphertext.
    ///   - period: bytes from one block of a chain to its next: 16, or more where clear ones stand between them, which stay.
    ///     Parts with padding have none.
    /// - Throws: as `encrypt(_:from:into:)`.
    package mutating func encrypt(
        _ parts: [CBCChainPart],
        inPlace bytes: inout MutableSpan<UInt8>,
        period: Int = blockByteCount
    ) throws(CipherError) {
        precondition(period >= Self.blockByteCount)
        for part in parts {
            precondition(part.source == part.target && (!part.isPadded || period == Self.blockByteCount))
            try part.check(period, inputCount: bytes.count, outputCount: bytes.count)
        }
        try unsafe bytes.withUnsafeMutableBytes { (bytes) throws(CipherError) in
            try unsafe run(parts, period, from: UnsafeRawPointer(bytes.baseAddress), to: bytes.baseAddress)
        }
    }

    /// Encrypts parts that are in the buffers; without a buffer there is nothing to encrypt.
    private mutating func run(
        _ parts: [CBCChainPart],
        _ period: Int,
        from input: UnsafeRawPointer?,
        to output: UnsafeMutableRawPointer?
    ) throws(CipherError) {
        guard let input = unsafe input ?? UnsafeRawPointer(output), let output = unsafe output else { return }
        var waiting = parts[...]
        var active = 0
        while active < laneCount, unsafe start(&waiting, active, input, output) { active += 1 }
        while active > 0 {
            let count = try advance(active, period)
            var index = 0
            while index < active {
                if unsafe storage.lanes[index].advance(by: count, period) {
                    index += 1
                } else if unsafe start(&waiting, index, input, output) {
                    index += 1
                } else {
                    active -= 1
                    storage.move(active, to: index)
                }
            }
        }
    }

    /// Puts the next part that has a block into a lane.
    ///
    /// - Returns: whether there was one.
    private func start(
        _ waiting: inout ArraySlice<CBCChainPart>,
        _ index: Int,
        _ input: UnsafeRawPointer,
        _ output: UnsafeMutableRawPointer
    ) -> Bool {
        while let part = waiting.popFirst() {
            guard part.ciphertextCount > 0 else { continue }
            let padded = unsafe storage.paddedBlock(index)
            unsafe storage.lanes[index] = CBCLane(part, input: input, output: output, storage: padded)
            unsafe storage.states[index] = part.vector.block
            return true
        }
        return false
    }

    /// Encrypts as many blocks of all lanes as all have.
    ///
    /// - Parameters:
    ///   - active: how many lanes there are.
    ///   - period: bytes from one block to the next.
    /// - Returns: how many blocks of each.
    /// - Throws: `CipherError` where OpenSSL fails.
    private mutating func advance(_ active: Int, _ period: Int) throws(CipherError) -> Int {
        var count = unsafe storage.lanes[0].blockCount
        for index in 1..<active {
            count = min(count, unsafe storage.lanes[index].blockCount)
        }
        guard active > 1 || count < Self.leastSingleBlockCount else {
            try advanceSingle(count, period)
            return count
        }
        let (lanes, states) = unsafe (storage.lanes, storage.states)
        let size = active * Self.blockByteCount
        for index in 0..<active {
            unsafe states[index] ^= lanes[index].source.loadUnaligned(as: CipherBlock.self)
        }
        for place in stride(from: period, to: count * period, by: period) {
            try unsafe blocks.updateInPlace(states, count: size)
            for index in 0..<active {
                let encrypted = unsafe states[index]
                unsafe lanes[index].target
                    .storeBytes(of: encrypted, toByteOffset: place - period, as: CipherBlock.self)
                unsafe states[index] =
                    encrypted
                    ^ lanes[index].source.loadUnaligned(fromByteOffset: place, as: CipherBlock.self)
            }
        }
        try unsafe blocks.updateInPlace(states, count: size)
        for index in 0..<active {
            unsafe lanes[index].target
                .storeBytes(of: states[index], toByteOffset: (count - 1) * period, as: CipherBlock.self)
        }
        return count
    }

    /// Encrypts blocks of the one lane that is left, by OpenSSL's CBC mode; blocks that stand apart are gathered first.
    private mutating func advanceSingle(_ count: Int, _ period: Int) throws(CipherError) {
        let (lane, size) = unsafe (storage.lanes[0], Self.blockByteCount)
        try unsafe single.restart(at: storage.states[0])
        if period == size {
            try unsafe single.update(from: lane.source, to: lane.target, count: count * size)
        } else {
            for first in stride(from: 0, to: count, by: LaneStorage.gatheredBlockCount) {
                let blocks = first..<min(count, first + LaneStorage.gatheredBlockCount)
                storage.gather(blocks, period)
                try unsafe single.updateInPlace(storage.gathered, count: blocks.count * size)
                storage.scatter(blocks, period)
            }
        }
        let last = (count - 1) * period
        unsafe storage.states[0] = lane.target.loadUnaligned(fromByteOffset: last, as: CipherBlock.self)
    }
}
