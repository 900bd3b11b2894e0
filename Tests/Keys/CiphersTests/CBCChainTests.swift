import Ciphers
import TestRandomness
import Testing

/// CBC chains, against NIST SP 800-38A, F.2.1 and F.2.2 (CBC-AES128), and `openssl enc` for restarted chains.
struct CBCChainTests {
    private static let keyDigits = "2b7e151628aed2a6abf7158809cf4f3c"

    private let key: ContentKey
    private let iv: InitializationVector
    private let clear: [UInt8]
    private let ciphertext: [UInt8]

    init() throws {
        key = try ContentKey(copying: bytes(Self.keyDigits))
        iv = try InitializationVector(bytes: bytes("000102030405060708090a0b0c0d0e0f"))
        clear = try bytes(
            """
            6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
            30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710
            """
        )
        ciphertext = try bytes(
            """
            7649abac8119b246cee98e9b12e9197d 5086cb9b507219ee95db113a917678b2
            73bed6b8e3c1743b7116e69e22229516 3ff1caa1681fac09120eca307586e1a7
            """
        )
    }

    /// The published example, with the chain divided into one or several calls.
    @Test(arguments: [[64], [16, 48], [48, 16], [16, 16, 16, 16], [0, 64], [32, 0, 32]])
    func `The published example comes out in place`(sizes: [Int]) throws {
        #expect(try run(.encrypt, clear, chains: [sizes]) == ciphertext)
        #expect(try run(.decrypt, ciphertext, chains: [sizes]) == clear)
    }

    /// Every chain gives the result of the first, whatever came before it.
    @Test(arguments: [[64], [16, 48], [0, 16, 16, 32]])
    func `A chain that begins again is as the first`(sizes: [Int]) throws {
        let chains = [sizes, [64], [16, 48], sizes]
        let many = Array(repeatElement(clear, count: 4).joined())
        let encrypted = Array(repeatElement(ciphertext, count: 4).joined())
        #expect(try run(.encrypt, many, chains: chains) == encrypted)
        #expect(try run(.decrypt, encrypted, chains: chains) == many)
    }

    @Test func `A chain may begin again before its first block, and several times`() throws {
        var chain = try CBCChain(.encrypt, key: key, iv: iv)
        var buffer = clear
        var span = buffer.mutableSpan
        chain.restart()
        try chain.update(&span, 0..<16)
        chain.restart()
        try chain.update(&span, 16..<16)
        chain.restart()
        try chain.update(&span, 32..<48)
        #expect(Array(buffer[..<16]) == Array(ciphertext[..<16]))
        #expect(Array(buffer[16..<32]) == Array(clear[16..<32]))
        #expect(Array(buffer[48...]) == Array(clear[48...]))
        let block = Array(clear[32..<48])
        #expect(
            Array(buffer[32..<48]) == Array(try CBCEncryptor.encrypt(block.span, key: key, iv: iv).prefix(16))
        )
    }

    /// Chains of random lengths, each compared with its own run of `openssl enc`.
    @Test(arguments: UInt64(1)...6)
    func `openssl enc encrypts each chain alike`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let chains = (0..<6).map { _ in
            (0..<3).map { _ in 16 * Int.random(in: 0...9, using: &generator) }
        }
        let clear = generator.bytes(chains.joined().reduce(0, +))
        var theirs: [UInt8] = []
        for sizes in chains {
            let piece = Array(clear.dropFirst(theirs.count).prefix(sizes.reduce(0, +)))
            theirs += try OpenSSLCommand.run(
                ["enc", "-aes-128-cbc", "-nopad", "-K", Self.keyDigits, "-iv", iv.hexadecimal],
                input: piece
            )
        }
        #expect(try run(.encrypt, clear, chains: chains) == theirs, "seed \(seed)")
        #expect(try run(.decrypt, theirs, chains: chains) == clear, "seed \(seed)")
    }

    @Test(arguments: [
        (0..<15, CipherError.partialBlock(15)),
        (16..<17, .partialBlock(1)),
        (0..<80, .outputTooSmall(actual: 64, needed: 80)),
        (56..<72, .outputTooSmall(actual: 64, needed: 72)),
        (-16..<0, .outputTooSmall(actual: 64, needed: 0)),
    ])
    func `What is not whole blocks of the buffer is refused and stays`(range: Range<Int>, error: CipherError)
        throws
    {
        for direction in [CBCChain.Direction.encrypt, .decrypt] {
            var chain = try CBCChain(direction, key: key, iv: iv)
            chain.restart()
            var buffer = clear
            var span = buffer.mutableSpan
            // `#expect(throws:)` is not possible: its closure cannot capture the span.
            var thrown: CipherError?
            do throws(CipherError) {
                try chain.update(&span, range)
            } catch {
                thrown = error
            }
            #expect(thrown == error)
            #expect(buffer == clear)
        }
    }

    /// Runs consecutive chains in pieces of these sizes, in one buffer with other bytes around them.
    private func run(_ direction: CBCChain.Direction, _ input: [UInt8], chains: [[Int]]) throws -> [UInt8] {
        var chain = try CBCChain(direction, key: key, iv: iv)
        var buffer = [7] + input + [8]
        var position = 1
        var span = buffer.mutableSpan
        for (index, sizes) in chains.enumerated() {
            if index > 0 { chain.restart() }
            for size in sizes {
                try chain.update(&span, position..<position + size)
                position += size
            }
        }
        #expect(buffer.first == 7 && buffer.last == 8)
        return Array(buffer.dropFirst().dropLast())
    }
}
