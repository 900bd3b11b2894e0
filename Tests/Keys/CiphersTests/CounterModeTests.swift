import Ciphers
import TestRandomness
import Testing

/// Counter mode of common encryption, against OpenSSL and NIST SP 800-38A.
@Suite struct CounterModeTests {
    /// The vector of F.5.1: key 2b7e1516..., initial counter f0f1...ff.
    @Test func knownAnswer() throws {
        let key: [UInt8] = [
            0x2B, 0x7E, 0x15, 0x16, 0x28, 0xAE, 0xD2, 0xA6, 0xAB, 0xF7, 0x15, 0x88, 0x09, 0xCF, 0x4F, 0x3C,
        ]
        let clear: [UInt8] = [
            0x6B, 0xC1, 0xBE, 0xE2, 0x2E, 0x40, 0x9F, 0x96, 0xE9, 0x3D, 0x7E, 0x11, 0x73, 0x93, 0x17, 0x2A,
            0xAE, 0x2D, 0x8A, 0x57, 0x1E, 0x03, 0xAC, 0x9C, 0x9E, 0xB7, 0x6F, 0xAC, 0x45, 0xAF, 0x8E, 0x51,
        ]
        let encrypted: [UInt8] = [
            0x87, 0x4D, 0x61, 0x91, 0xB6, 0x20, 0xE3, 0x26, 0x1B, 0xEF, 0x68, 0x64, 0x99, 0x0D, 0xB6, 0xCE,
            0x98, 0x06, 0xF6, 0x6B, 0x79, 0x70, 0xFD, 0xFF, 0x86, 0x17, 0x18, 0x7B, 0xB9, 0xFF, 0xFD, 0xFF,
        ]
        #expect(try Self.apply(clear, key: key, iv: [UInt8](0xF0...0xFF), cuts: []) == encrypted)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 4095, 4096, 4097, 20_000])
    func openSSLAgrees(count: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let (key, iv, clear) = (random.bytes(16), random.bytes(8), random.bytes(count))
        let expected = try OpenSSLCommand.run(
            [
                "enc", "-aes-128-ctr", "-K", Self.hexadecimal(key), "-iv",
                Self.hexadecimal(iv) + "0000000000000000",
            ],
            input: clear
        )
        #expect(try Self.apply(clear, key: key, iv: iv, cuts: []) == expected, "seed \(seed)")
        let cuts = (0..<3).map { _ in Int.random(in: 0...count / 16, using: &random) * 16 }.sorted()
        #expect(try Self.apply(clear, key: key, iv: iv, cuts: cuts) == expected, "seed \(seed)")
    }

    /// The block counter does not carry into the first eight bytes.
    @Test func counterWraps() throws {
        let key = [UInt8](0..<16)
        let last = [UInt8](repeating: 5, count: 8) + [UInt8](repeating: 0xFF, count: 8)
        let stream = try Self.apply([UInt8](repeating: 0, count: 32), key: key, iv: last, cuts: [])
        let first = [UInt8](repeating: 5, count: 8)
        #expect(
            Array(stream[16...])
                == (try Self.apply([UInt8](repeating: 0, count: 16), key: key, iv: first, cuts: []))
        )
    }

    @Test func refusesPartsThatDoNotStartWithABlock() throws {
        var cipher = try CounterModeCipher(key: try ContentKey(copying: [UInt8](0..<16)))
        var bytes = [UInt8](repeating: 0, count: 16)
        var span = bytes.mutableSpan
        #expect(throws: CipherError.partialBlock(3)) {
            try cipher.apply(to: &span, 0..<16, counterBlock: .init(high: 0), position: 3)
        }
        #expect(throws: CipherError.outputTooSmall(actual: 16, needed: 17)) {
            try cipher.apply(to: &span, 1..<17, counterBlock: .init(high: 0), position: 0)
        }
    }

    private static func apply(
        _ clear: [UInt8],
        key: [UInt8],
        iv: [UInt8],
        cuts: [Int]
    ) throws -> [UInt8] {
        var cipher = try CounterModeCipher(key: try ContentKey(copying: key))
        var bytes = clear
        var start = 0
        for end in cuts + [clear.count] {
            var span = bytes.mutableSpan
            try cipher.apply(
                to: &span,
                start..<end,
                counterBlock: .init(bytes: iv),
                position: UInt64(start)
            )
            start = end
        }
        return bytes
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
