import Ciphers
import Testing

/// Forms and derivation of IVs, and their hexadecimal digits.
struct InitializationVectorTests {
    @Test func `A media sequence number fills the low end`() {
        #expect(InitializationVector(mediaSequence: 7).hexadecimal == "00000000000000000000000000000007")
        #expect(
            InitializationVector(mediaSequence: 0x0102_0304_0506_0708).hexadecimal
                == "00000000000000000102030405060708"
        )
    }

    @Test(arguments: ["", "0x", "0X"])
    func `Hexadecimal forms are read`(prefix: String) throws {
        let iv = try #require(InitializationVector(hexadecimal: prefix + "00112233445566778899AAbbCCddEEff"))
        #expect(iv.bytes == (0..<16).map { UInt8($0 * 0x11) })
        #expect(iv.hexadecimal == "00112233445566778899aabbccddeeff")
    }

    @Test(arguments: [
        "", "0x", "0x7", "00112233445566778899aabbccddeef", "00112233445566778899aabbccddeeff00",
        "0x0x112233445566778899aabbccddeeff", "g0112233445566778899aabbccddeeff",
        " 0112233445566778899aabbccddeeff", "٠0112233445566778899aabbccddeeff",
    ])
    func `Other forms are refused`(text: String) {
        #expect(InitializationVector(hexadecimal: text) == nil)
    }

    /// The expected value is from Python 3 with the key 000102...0f.
    ///
    /// `hmac.new(key, b"fairlead key id\0" + (2).to_bytes(8, "big") + b"ab" + (1).to_bytes(8, "big") + b"c",
    /// "sha256").digest()[:16]`
    @Test func `Derivation is the documented one`() throws {
        let key = try ContentKey(copying: Array(0..<16))
        let iv = InitializationVector.derived(
            from: key,
            label: .keyID,
            context: [Array("ab".utf8), Array("c".utf8)]
        )
        #expect(iv.hexadecimal == "5c90118524e60ce872342a7938ddcbc8")
    }

    @Test func `Neighbouring contexts, labels and keys are kept apart`() {
        let key = ContentKey.random()
        let all = [
            InitializationVector.derived(from: key, label: .keyID, context: [[1, 2], [3]]),
            .derived(from: key, label: .keyID, context: [[1], [2, 3]]),
            .derived(from: key, label: .keyID, context: [[1, 2, 3]]),
            .derived(from: key, label: .keyID, context: [[1, 2, 3], []]),
            .derived(from: key, label: .contentKey, context: [[1, 2], [3]]),
            .derived(from: .random(), label: .keyID, context: [[1, 2], [3]]),
        ]
        #expect(Set(all).count == all.count)
    }
}
