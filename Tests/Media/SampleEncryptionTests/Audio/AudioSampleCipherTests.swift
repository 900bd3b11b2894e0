import Ciphers
import ElementaryStreams
import SampleEncryption
import Testing

/// The bytes of audio frames that SAMPLE-AES encrypts, compared with CBC over blocks computed by hand.
struct AudioSampleCipherTests {
    private static let iv: [UInt8] = (0..<16).map { 0xF0 ^ $0 }

    /// The frame length without ADTS header, and the encrypted bytes after the first 16: all whole blocks.
    static let lengths: [(Int, Int)] = [
        (1, 0), (15, 0), (16, 0), (17, 0), (31, 0), (32, 16), (33, 16), (47, 16), (48, 32), (49, 32),
        (63, 32),
        (64, 48), (65, 48), (79, 48), (80, 64), (1040, 1024), (8184, 8160),
    ]

    @Test(arguments: lengths, [0, 7, 9])
    func encryptsWholeBlocks(length: (Int, Int), headerSize: Int) throws {
        let clear = Self.content(headerSize + length.0)
        let frame = AudioFrame(range: 0..<clear.count, headerSize: headerSize, startsAccessUnit: true)
        let start = headerSize + 16
        var expected = clear
        if length.1 > 0 {
            let blocks = try Self.chain(Array(clear[start..<start + length.1]))
            expected.replaceSubrange(start..<start + length.1, with: blocks)
        }
        #expect(try Self.run(.encrypt, [frame], clear) == expected)
        #expect(try Self.run(.decrypt, [frame], expected) == clear)
    }

    /// All lengths L from 16 to 64, with floor((L - 16) / 16) blocks.
    @Test(arguments: 16...64)
    func encryptsEveryLength(length: Int) throws {
        let clear = Self.content(length)
        let frame = AudioFrame(range: 0..<length, headerSize: 0, startsAccessUnit: true)
        let count = length < 32 ? 0 : length < 48 ? 16 : length < 64 ? 32 : 48
        let blocks = count == 0 ? [] : try Self.chain(Array(clear[16..<16 + count]))
        let expected = Array(clear[..<16]) + blocks + Array(clear[(16 + count)...])
        #expect(try Self.run(.encrypt, [frame], clear) == expected)
    }

    @Test func startsAgainAtEveryFrame() throws {
        let frame = Self.content(100)
        let frames = (0..<3).map {
            AudioFrame(range: $0 * 100..<$0 * 100 + 100, headerSize: 7, startsAccessUnit: true)
        }
        let encrypted = try Self.run(.encrypt, frames, frame + frame + frame)
        #expect(encrypted[..<100] == encrypted[100..<200])
        #expect(encrypted[..<100] == encrypted[200...])
    }

    /// Access units of E-AC-3 with dependent substreams: one chain for the blocks of all syncframes.
    ///
    /// A syncframe too short for a block leaves the chain unchanged.
    @Test(
        arguments: [
            [[80, 64]], [[80, 20, 64]], [[20, 80]], [[31, 31], [48, 32]],
            [[100, 100, 100], [33], [16, 200]],
        ] as [[[Int]]]
    )
    func chainsOverAnAccessUnit(units: [[Int]]) throws {
        var clear: [UInt8] = []
        var expected: [UInt8] = []
        var frames: [AudioFrame] = []
        for unit in units {
            let contents = unit.map { Self.content($0) }
            var blocks = try Self.chain(contents.flatMap { $0[Self.blocks(of: $0.count)] })
            for (index, content) in contents.enumerated() {
                let range = clear.count..<clear.count + content.count
                frames.append(AudioFrame(range: range, headerSize: 0, startsAccessUnit: index == 0))
                clear += content
                let encrypted = Self.blocks(of: content.count)
                expected += content[..<encrypted.lowerBound] + blocks.prefix(encrypted.count)
                expected += content[encrypted.upperBound...]
                blocks.removeFirst(encrypted.count)
            }
        }
        #expect(try Self.run(.encrypt, frames, clear) == expected)
        #expect(try Self.run(.decrypt, frames, expected) == clear)
    }

    @Test func refusesAFrameOutsideOfTheBytes() throws {
        let frame = AudioFrame(range: 0..<64, headerSize: 0, startsAccessUnit: true)
        #expect(throws: CipherError.self) { try Self.run(.encrypt, [frame], Self.content(40)) }
    }

    /// Returns the whole blocks after 16 bytes, or an empty range at the end of the frame.
    private static func blocks(of count: Int) -> Range<Int> {
        count < 32 ? count..<count : 16..<count - count % 16
    }

    private static func content(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
    }

    private static func key() throws -> SampleAESKey {
        SampleAESKey(key: try ContentKey(copying: Array(0..<16)), iv: try InitializationVector(bytes: iv))
    }

    /// Encrypts blocks with CBC from the IV on, using `CBCEncryptor` without its padding.
    private static func chain(_ blocks: [UInt8]) throws -> [UInt8] {
        let key = try key()
        return Array(try CBCEncryptor.encrypt(blocks.span, key: key.key, iv: key.iv).prefix(blocks.count))
    }

    /// Applies the cipher to all frames in one call, and to each separately; both have to agree.
    private static func run(
        _ direction: CBCChain.Direction,
        _ frames: [AudioFrame],
        _ input: [UInt8]
    ) throws -> [UInt8] {
        var cipher = try AudioSampleCipher(direction, key: try key())
        var bytes = input
        var span = bytes.mutableSpan
        try cipher.apply(to: frames, in: &span)
        var single = try AudioSampleCipher(direction, key: try key())
        var expected = input
        for frame in frames {
            var span = expected.mutableSpan
            try single.apply(to: [frame], in: &span)
        }
        #expect(expected == bytes)
        return bytes
    }
}
