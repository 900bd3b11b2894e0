import Ciphers
import TestRandomness

/// Random clear chains, each with an IV of its own, under one key.
struct ChainSample: Sendable {
    let key: ContentKey
    let clear: [[UInt8]]
    let ivs: [InitializationVector]
    private let ciphertexts: [[UInt8]]

    init(lengths: [Int], seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        do {
            let key = try ContentKey(copying: generator.bytes(16))
            clear = lengths.shuffled(using: &generator).map { generator.bytes($0) }
            ivs = try lengths.map { _ in try InitializationVector(bytes: generator.bytes(16)) }
            ciphertexts = try zip(clear, ivs).map { clear, iv in
                try CBCEncryptor.encrypt(clear.span, key: key, iv: iv)
            }
            self.key = key
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Returns OpenSSL's CBC ciphertext of each chain; without padding, that of its whole blocks.
    func expected(isPadded: Bool) throws -> [[UInt8]] {
        isPadded ? ciphertexts : zip(ciphertexts, clear).map { Array($0.prefix($1.count / 16 * 16)) }
    }

    /// Encrypts all chains from one buffer to another, in which their order is reversed.
    func encrypt(isPadded: Bool, by engine: inout MultiBufferCBC) throws -> [[UInt8]] {
        let input = Array(clear.joined())
        var parts: [CBCChainPart] = []
        var source = 0
        for (chain, iv) in zip(clear, ivs) {
            let count = isPadded ? chain.count : chain.count / 16 * 16
            parts.append(
                CBCChainPart(
                    sourceOffset: source,
                    count: count,
                    targetOffset: 0,
                    iv: iv,
                    isPadded: isPadded
                )
            )
            source += chain.count
        }
        var target = 3
        for index in parts.indices.reversed() {
            parts[index].targetOffset = target
            target += parts[index].ciphertextCount + 1
        }
        var output = [UInt8](repeating: 0xEE, count: target)
        var span = output.mutableSpan
        try engine.encrypt(parts, from: input.span, into: &span)
        return try Self.results(parts, output)
    }

    /// Encrypts all chains in place.
    func encryptInPlace(isPadded: Bool, by engine: inout MultiBufferCBC) throws -> [[UInt8]] {
        var buffer: [UInt8] = [0xEE]
        var parts: [CBCChainPart] = []
        for (chain, iv) in zip(clear, ivs) {
            let count = isPadded ? chain.count : chain.count / 16 * 16
            let part = CBCChainPart(
                inPlace: buffer.count..<buffer.count + count,
                iv: iv,
                isPadded: isPadded
            )
            parts.append(part)
            buffer += chain.prefix(count)
            buffer += [UInt8](repeating: 0xEE, count: part.ciphertextCount - count + 1)
        }
        var span = buffer.mutableSpan
        try engine.encrypt(parts, inPlace: &span)
        return try Self.results(parts, buffer)
    }

    /// The error that bytes between ciphertexts were overwritten.
    struct Overrun: Error {}

    private static func results(_ parts: [CBCChainPart], _ output: [UInt8]) throws -> [[UInt8]] {
        var rest = output
        for part in parts {
            let blank = repeatElement(UInt8(0xEE), count: part.ciphertextCount)
            rest.replaceSubrange(part.targetRange, with: blank)
        }
        guard rest == [UInt8](repeating: 0xEE, count: rest.count) else { throw Overrun() }
        return parts.map { Array(output[$0.targetRange]) }
    }
}
