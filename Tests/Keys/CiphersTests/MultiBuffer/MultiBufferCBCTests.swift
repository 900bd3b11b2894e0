import Ciphers
import TestRandomness
import Testing

/// `MultiBufferCBC`, against single chains of OpenSSL's CBC mode, and the example of NIST SP 800-38A, F.2.1.
///
/// `CBCEncryptor` gives the single chains, and has its own known-answer tests.
struct MultiBufferCBCTests {
    /// Chains of every length from 0 to 1000 bytes in random order, each with its own IV.
    private static let everyLength = ChainSample(lengths: Array(0...1000), seed: 1)
    /// Chains of random lengths, a few of them long.
    private static let randomLengths = ChainSample(
        lengths: {
            var generator = SeededGenerator(seed: 2)
            let short = (0..<100).map { _ in Int.random(in: 0...200, using: &generator) }
            return short + (0..<20).map { _ in Int.random(in: 0...30_000, using: &generator) }
        }(),
        seed: 3
    )

    /// Chains of up to ten blocks and two longer ones: more chains than lanes.
    private static let shortLengths = ChainSample(lengths: Array(0...160) + [400, 1700], seed: 4)

    @Test(arguments: 1...64)
    func `Any number of lanes gives what each chain gives alone`(laneCount: Int) throws {
        try Self.expectEach(of: Self.shortLengths, laneCount: laneCount)
    }

    @Test(arguments: [1, 2, 3, 7, 8, 16, 33, 64])
    func `Chains of any length give what each gives alone`(laneCount: Int) throws {
        for sample in [Self.everyLength, Self.randomLengths] {
            try Self.expectEach(of: sample, laneCount: laneCount)
        }
    }

    private static func expectEach(of sample: ChainSample, laneCount: Int) throws {
        var engine = try MultiBufferCBC(key: sample.key, laneCount: laneCount)
        for isPadded in [true, false] {
            let expected = try sample.expected(isPadded: isPadded)
            #expect(try sample.encrypt(isPadded: isPadded, by: &engine) == expected)
            #expect(try sample.encryptInPlace(isPadded: isPadded, by: &engine) == expected)
        }
    }

    @Test(arguments: [0, 1, 2, 5, 15, 16, 17, 63, 64], [1, 2, 3, 16, 64])
    func `Any number of chains goes through any number of lanes`(chainCount: Int, laneCount: Int) throws {
        let sample = ChainSample(
            lengths: (0..<chainCount).map { $0 * 37 % 600 },
            seed: UInt64(chainCount + 1)
        )
        var engine = try MultiBufferCBC(key: sample.key, laneCount: laneCount)
        #expect(
            try sample.encrypt(isPadded: true, by: &engine) == sample.expected(isPadded: true)
        )
    }

    /// A chain continues from the last ciphertext block of its previous part.
    @Test(arguments: [1, 2, 16], [16, 48, 256, 4096])
    func `Chains that come in parts are as whole ones`(laneCount: Int, partLength: Int) throws {
        let sample = Self.randomLengths
        var engine = try MultiBufferCBC(key: sample.key, laneCount: laneCount)
        var ivs = sample.ivs
        var results = [[UInt8]](repeating: [], count: sample.clear.count)
        var done = 0
        while results.indices.contains(where: { results[$0].count <= sample.clear[$0].count }) {
            let open = results.indices.filter { results[$0].count <= sample.clear[$0].count }
            var buffer: [UInt8] = []
            var parts: [CBCChainPart] = []
            for index in open {
                let piece = sample.clear[index].dropFirst(done).prefix(partLength)
                let isLast = piece.count < partLength
                let range = buffer.count..<buffer.count + piece.count
                parts.append(
                    CBCChainPart(inPlace: range, iv: ivs[index], isPadded: isLast)
                )
                buffer += Array(piece) + [UInt8](repeating: 0, count: isLast ? 16 : 0)
            }
            var bytes = buffer.mutableSpan
            try engine.encrypt(parts, inPlace: &bytes)
            for (index, part) in zip(open, parts) {
                results[index] += buffer[part.targetRange]
                ivs[index] = InitializationVector(
                    block: buffer.span,
                    at: part.targetRange.upperBound - 16
                )
            }
            done += partLength
        }
        #expect(try results == sample.expected(isPadded: true))
    }

    /// In each period, only the first block is encrypted.
    @Test(arguments: [1, 2, 3, 16, 64], [16, 17, 160])
    func `Blocks that stand apart are encrypted as if they stood together`(laneCount: Int, period: Int)
        throws
    {
        var generator = SeededGenerator(seed: UInt64(laneCount * 1000 + period))
        let key = try ContentKey(copying: generator.bytes(16))
        var engine = try MultiBufferCBC(key: key, laneCount: laneCount)
        var buffer: [UInt8] = []
        var expected: [UInt8] = []
        var parts: [CBCChainPart] = []
        for blockCount in [0, 1, 2, 15, 16, 17, 64, 65, 200].shuffled(using: &generator) {
            let iv = try InitializationVector(bytes: generator.bytes(16))
            let blocks = (0..<blockCount).map { _ in generator.bytes(16) }
            let encrypted = try CBCEncryptor.encrypt(Array(blocks.joined()).span, key: key, iv: iv)
            let range = buffer.count..<buffer.count + blockCount * 16
            parts.append(CBCChainPart(inPlace: range, iv: iv))
            for (index, block) in blocks.enumerated() {
                let between = generator.bytes(period - 16)
                buffer += block + between
                expected += encrypted[index * 16..<index * 16 + 16] + between
            }
        }
        var span = buffer.mutableSpan
        try engine.encrypt(parts, inPlace: &span, period: period)
        #expect(buffer == expected)
    }

    @Test func `Blocks that stand apart have to be in the buffer, the last one too`() throws {
        var engine = try MultiBufferCBC(key: .random())
        let iv = InitializationVector(mediaSequence: 1)
        var bytes = [UInt8](repeating: 0, count: 16 + 2 * 160 - 1)
        let part = CBCChainPart(inPlace: 0..<48, iv: iv)
        var span = bytes.mutableSpan
        var thrown: CipherError?
        do throws(CipherError) {
            try engine.encrypt([part], inPlace: &span, period: 160)
        } catch {
            thrown = error
        }
        #expect(thrown == .outputTooSmall(actual: 335, needed: 336))
    }

    @Test(arguments: [1, 2, 7])
    func `The published example comes out of every lane`(copies: Int) throws {
        let clear = try bytes(
            """
            6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
            30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710
            """
        )
        let ciphertext = try bytes(
            """
            7649abac8119b246cee98e9b12e9197d 5086cb9b507219ee95db113a917678b2
            73bed6b8e3c1743b7116e69e22229516 3ff1caa1681fac09120eca307586e1a7
            """
        )
        let iv = try InitializationVector(bytes: bytes("000102030405060708090a0b0c0d0e0f"))
        var engine = try MultiBufferCBC(
            key: ContentKey(copying: bytes("2b7e151628aed2a6abf7158809cf4f3c"))
        )
        var buffer = Array(repeatElement(clear, count: copies).joined())
        let parts = (0..<copies).map { copy in
            CBCChainPart(inPlace: copy * 64..<copy * 64 + 64, iv: iv)
        }
        var span = buffer.mutableSpan
        try engine.encrypt(parts, inPlace: &span)
        #expect(buffer == Array(repeatElement(ciphertext, count: copies).joined()))
    }

    @Test(arguments: [
        (source: 0, count: 15, target: 0, isPadded: false, error: CipherError.partialBlock(15)),
        (0, 80, 0, false, .outputTooSmall(actual: 64, needed: 80)),
        (56, 16, 0, false, .outputTooSmall(actual: 64, needed: 72)),
        (-16, 16, 0, false, .outputTooSmall(actual: 64, needed: 0)),
        (0, 16, 64, false, .outputTooSmall(actual: 64, needed: 80)),
        (0, 16, -1, false, .outputTooSmall(actual: 64, needed: 15)),
        (0, 64, 0, true, .outputTooSmall(actual: 64, needed: 80)),
        (16, 48, 16, true, .outputTooSmall(actual: 64, needed: 80)),
    ])
    func `A part that is not in the buffers is refused, and nothing is written`(
        source: Int,
        count: Int,
        target: Int,
        isPadded: Bool,
        error: CipherError
    ) throws {
        var engine = try MultiBufferCBC(key: .random())
        let iv = InitializationVector(mediaSequence: 1)
        let good = CBCChainPart(sourceOffset: 0, count: 16, targetOffset: 0, iv: iv)
        let bad = CBCChainPart(
            sourceOffset: source,
            count: count,
            targetOffset: target,
            iv: iv,
            isPadded: isPadded
        )
        let clear = [UInt8](repeating: 7, count: 64)
        var output = clear
        var span = output.mutableSpan
        // `#expect(throws:)` is not possible: its closure cannot capture the span.
        var thrown: CipherError?
        do throws(CipherError) {
            try engine.encrypt([good, bad], from: clear.span, into: &span)
        } catch {
            thrown = error
        }
        #expect(thrown == error)
        #expect(output == clear)
    }
}
