import Ciphers
import TestRandomness
import Testing
import TextFormats

/// The bytes of a NAL unit that change follow from arithmetic, their values from `PlainAVCCipher`.
struct AVCSampleCipherTests {
    private let fixture: AVCUnitFixture

    init() throws {
        fixture = try AVCUnitFixture()
    }

    /// Returns a NAL unit without zero bytes.
    private func unit(header: UInt8, count: Int) -> [UInt8] {
        [header] + (1..<max(1, count)).map { UInt8($0 % 251) + 4 }
    }

    /// Apple's rule: of N bytes, offsets 32 + 160k to 47 + 160k are encrypted if N is at least 49 + 160k.
    @Test(arguments: [
        (1, []), (32, []), (47, []), (48, []),
        (49, [32]), (50, [32]), (63, [32]), (64, [32]), (65, [32]), (192, [32]), (207, [32]), (208, [32]),
        (209, [32, 192]), (210, [32, 192]), (224, [32, 192]), (225, [32, 192]), (367, [32, 192]),
        (368, [32, 192]),
        (369, [32, 192, 352]), (400, [32, 192, 352]), (528, [32, 192, 352]), (529, [32, 192, 352, 512]),
    ])
    func `Blocks start where the rule says`(count: Int, starts: [Int]) throws {
        for header: UInt8 in [0x41, 0x65, 0x01, 0x21] {
            let clear = unit(header: header, count: count)
            let encrypted = PlainAVCCipher.unescape(try fixture.encrypt(clear))
            #expect(encrypted.count == count)
            let changed = clear.indices.filter { clear[$0] != encrypted[$0] }
            let blocks = starts.map { $0..<$0 + 16 }
            // A byte of a block keeps its value with a probability of 1 in 256, but never all 16.
            #expect(changed.allSatisfy { index in blocks.contains { $0.contains(index) } })
            for block in blocks { #expect(changed.filter(block.contains).count >= 12) }
        }
    }

    @Test(arguments: 1...400)
    func `Units of every length are encrypted as byte by byte, and come back`(count: Int) throws {
        for header in [0x41, 0x65, 0x01, 0x21, 0x25, 0x61] as [UInt8] {
            let clear = unit(header: header, count: count)
            let encrypted = try fixture.encrypt(clear)
            #expect(encrypted == (try fixture.plain.encrypt(clear)))
            #expect((encrypted == clear) == (count <= 48))
            #expect(try fixture.decrypt(encrypted) == clear)
        }
    }

    /// The blocks of NIST SP 800-38A (F.2.1, CBC-AES128), at the encrypted offsets of a unit of 529 bytes.
    ///
    /// The chain goes from block to block; the clear bytes between them do not affect it.
    @Test func `The published chain comes out spread over a unit`() throws {
        let key = try #require(Hexadecimal.decode("2b7e151628aed2a6abf7158809cf4f3c"))
        let clearBlocks = try blocks([
            "6bc1bee22e409f96e93d7e117393172a", "ae2d8a571e03ac9c9eb76fac45af8e51",
            "30c81c46a35ce411e5fbc1191a0a52ef", "f69f2445df4f9b17ad2b417be66c3710",
        ])
        let encryptedBlocks = try blocks([
            "7649abac8119b246cee98e9b12e9197d", "5086cb9b507219ee95db113a917678b2",
            "73bed6b8e3c1743b7116e69e22229516", "3ff1caa1681fac09120eca307586e1a7",
        ])
        let fixture = try AVCUnitFixture(
            key: ContentKey(copying: key),
            iv: InitializationVector(bytes: Array(0..<16))
        )
        var clear = unit(header: 0x65, count: 529)
        var encrypted = clear
        for (offset, index) in zip([32, 192, 352, 512], 0...) {
            clear.replaceSubrange(offset..<offset + 16, with: clearBlocks[index])
            encrypted.replaceSubrange(offset..<offset + 16, with: encryptedBlocks[index])
        }
        #expect(try fixture.encrypt(clear) == encrypted)
        #expect(try fixture.decrypt(encrypted) == clear)
    }

    private func blocks(_ digits: [String]) throws -> [[UInt8]] {
        try digits.map { try #require(Hexadecimal.decode($0)) }
    }

    /// Data partitions, SEI, parameter sets, delimiters, filler, extensions: only slices are encrypted.
    @Test(arguments: (0...31).filter { $0 != 1 && $0 != 5 })
    func `Units of other types stay as they are`(type: Int) throws {
        for count in [49, 65, 209, 400] {
            for reference in [0x00, 0x60] as [UInt8] {
                var clear = unit(header: reference | UInt8(type), count: count)
                #expect(try fixture.encrypt(clear) == clear)
                #expect(try fixture.decrypt(clear) == clear)
                clear.replaceSubrange(40..<43, with: [0, 0, 3])
                #expect(try fixture.encrypt(clear) == clear)
                #expect(try fixture.decrypt(clear) == clear)
            }
        }
    }

    @Test func `A short unit keeps its emulation prevention bytes as they are`() throws {
        var clear = unit(header: 0x41, count: 48)
        clear.replaceSubrange(20..<24, with: [0, 0, 3, 1])
        #expect(try fixture.encrypt(clear) == clear)
        #expect(try fixture.decrypt(clear) == clear)
    }

    /// A unit with one encrypted block: its clear part, the leader too, is escaped a second time.
    @Test func `A unit that is encrypted gets emulation prevention once more`() throws {
        var clear = unit(header: 0x41, count: 49)
        clear.replaceSubrange(20..<24, with: [0, 0, 3, 1])
        let encrypted = try fixture.encrypt(clear)
        #expect(Array(encrypted[..<33]) == Array(clear[..<22]) + [3, 3, 1] + Array(clear[24..<32]))
        #expect(encrypted.last == clear.last)
        #expect(try fixture.decrypt(encrypted) == clear)
    }

    /// cabac_zero_words (ITU-T H.264, 7.3.2.10, 7.4.1) end a unit in 0, 0, 3.
    ///
    /// The last 3 belongs to the unit, and an inserted one comes before it; so a decoder that leaves a final
    /// 3 alone gets the same unit.
    @Test func `The end of a unit with cabac_zero_words is escaped before its last byte`() throws {
        let clear = unit(header: 0x65, count: 100) + [0x80, 0, 0, 3, 0, 0, 3]
        let encrypted = try fixture.encrypt(clear)
        #expect(encrypted.suffix(9) == [0x80, 0, 0, 3, 3, 0, 0, 3, 3])
        #expect(try fixture.decrypt(encrypted) == clear)
    }

    /// A final 3 after two zero bytes is an emulation prevention byte by 7.3.1.
    ///
    /// Some senders insert none there; it is removed all the same.
    @Test func `A last byte 3 behind two zero bytes is taken out`() throws {
        let received = unit(header: 0x65, count: 100) + [0x80, 0, 0, 3]
        #expect(try fixture.decrypt(received).count == 103)
        #expect(try fixture.decrypt(received) == (try fixture.plain.decrypt(received)))
    }

    /// Random units with many zero bytes, and bytes up to 3 after them.
    @Test(arguments: UInt64(1)...300)
    func `Random units are encrypted as byte by byte, and come back`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 40...700, using: &generator)
        let largest = [1, 2, 3, 4, 20, 255].randomElement(using: &generator) ?? 3
        var clear: [UInt8] = [Bool.random(using: &generator) ? 0x41 : 0x65]
        for _ in 1..<count { clear.append(UInt8.random(in: 0...UInt8(largest), using: &generator)) }
        // Units as encoders write them have no start code inside and no zero byte at the end.
        clear = PlainAVCCipher.escape(clear)
        if clear.last == 0 { clear.append(0x80) }
        let encrypted = try fixture.encrypt(clear)
        #expect(encrypted == (try fixture.plain.encrypt(clear)), "seed \(seed)")
        #expect(try fixture.decrypt(encrypted) == clear, "seed \(seed)")
        #expect(try fixture.plain.decrypt(encrypted) == clear, "seed \(seed)")
    }

    /// Zero pairs only in or next to encrypted blocks.
    ///
    /// The encrypted unit is chosen first and decrypted to the clear one, which has none.
    @Test(arguments: UInt64(1)...300)
    func `Zero pairs that encryption makes are escaped`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 49...700, using: &generator)
        let largest = UInt8.random(in: 1...4, using: &generator)
        var wanted = unit(header: 0x41, count: count)
        PlainAVCCipher.forEachBlock(count) { block in
            for index in block { wanted[index] = UInt8.random(in: 0...largest, using: &generator) }
            if Bool.random(using: &generator) { wanted[block.lowerBound - 1] = 0 }
            // After the block come 0 and 2 or 3, which makes no start code in the clear unit; a unit never
            // ends in 0.
            guard Bool.random(using: &generator), block.upperBound + 1 < count else { return }
            wanted[block.upperBound] = 0
            wanted[block.upperBound + 1] = UInt8.random(in: 2...3, using: &generator)
        }
        let clear = try fixture.plain.decryptBlocks(wanted)
        let encrypted = try fixture.encrypt(clear)
        #expect(encrypted == PlainAVCCipher.escape(wanted), "seed \(seed)")
        #expect(try fixture.decrypt(encrypted) == clear, "seed \(seed)")
    }
}
