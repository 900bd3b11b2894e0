import Ciphers
import ProtectionTerms
import Testing
import TextFormats

/// The cipher of AES-256-GCM segments, against Wycheproof.
///
/// The cases are all of `aes_gcm_test.json` (C2SP/wycheproof, Apache License 2.0) with keys of 256 bits and
/// IVs of 128 bits. In cases 240 to 251 counters overflow.
struct SegmentGCMTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let number: Int
        let key: String
        let iv: String
        let clear: String
        let ciphertext: String
        let tag: String

        var testDescription: String { "case \(number)" }
    }

    private static let key = "00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f"

    static let vectors = [
        Vector(
            number: 240,
            key: key,
            iv: "5c2ea9b695fcf6e264b96074d6bfa572",
            clear: String(repeating: "00", count: 40),
            ciphertext: "28e1c5232f4ee8161dbe4c036309e0b3254e9212bef0a93431ce5e5604c8f6a7"
                + "3c18a3183018b770",
            tag: "d5808a1bd11a01129bf3c6919aff2339"
        ),
        Vector(
            number: 241,
            key: key,
            iv: "57b3a81f2c36b6b06577ca0fbab8fa8e",
            clear: String(repeating: "00", count: 40),
            ciphertext: "cceebeb4fe4cd90c514e52d2327a2ecd75393661006cf2476d8620149aef3d1c"
                + "dce491fff3e7a7a3",
            tag: "8132e865b69d64ef37db261f80cbbe24"
        ),
        Vector(
            number: 242,
            key: key,
            iv: "ce20a7e870696a5e68533c465bad2ba1",
            clear: String(repeating: "00", count: 40),
            ciphertext: "4f4350565d91d9aa8c5f4048550492ad6d6fdabf66da5d1e2af7bfe1a8aadaa0"
                + "baa3de38a41d9713",
            tag: "155da6441ec071ef2d8e6cffbacc1c7c"
        ),
        Vector(
            number: 243,
            key: key,
            iv: "918e3c19dbdfee2db18156c5b93f3d75",
            clear: String(repeating: "00", count: 40),
            ciphertext: "8316a53167b6de1a7575700693ffef274f4350565d91d9aa8c5f4048550492ad"
                + "6d6fdabf66da5d1e",
            tag: "6c574aa6a2490cc3b2f2f8f0ffbc56c4"
        ),
        Vector(
            number: 244,
            key: key,
            iv: "717d900b270462b9dbf7e9419e890609",
            clear: String(repeating: "00", count: 40),
            ciphertext: "5175927513e751eb309f45bc2ef225f28316a53167b6de1a7575700693ffef27"
                + "4f4350565d91d9aa",
            tag: "8082a761e1d755344bf29622144e7d39"
        ),
        Vector(
            number: 245,
            key: key,
            iv: "ecd52120af240e9b4bf3b9d1eeb49434",
            clear: String(repeating: "00", count: 40),
            ciphertext: "36b3fbecd09178d04527fb37544f5579d20d60a41266f685c48098e1a52804ca"
                + "387d90709d3268dd",
            tag: "033e0ef2953ebfd8425737c7d393f89a"
        ),
        Vector(
            number: 246,
            key: key,
            iv: "b37bbad104928ae89221d3520c2682e0",
            clear: String(repeating: "00", count: 40),
            ciphertext: "16929b773051f12b0adac95f65e21a7f36b3fbecd09178d04527fb37544f5579"
                + "d20d60a41266f685",
            tag: "ca448bb7e52e897eca234ef343d057d0"
        ),
        Vector(
            number: 247,
            key: key,
            iv: "538816c3f849067cf8576cd62b90b99c",
            clear: String(repeating: "00", count: 40),
            ciphertext: "6d3faefaf691d58163846f8d4b9ffd5916929b773051f12b0adac95f65e21a7f"
                + "36b3fbecd09178d0",
            tag: "84f49740e6757f63dd0df7cb7656d0ef"
        ),
        Vector(
            number: 248,
            key: key,
            iv: "d10e631943cd3bdababab2bbd13951c0",
            clear: String(repeating: "00", count: 40),
            ciphertext: "d60196c2d14fcf30c0991d2721ddc52d385f407a16691dade82c9023c855fd8e"
                + "2e8fbb562102f018",
            tag: "877e15d9889e69a99fcc6d727465c391"
        ),
        Vector(
            number: 249,
            key: key,
            iv: "8ea0f8e8e87bbfa96368d83833ab4714",
            clear: String(repeating: "00", count: 40),
            ciphertext: "948fbceca12a6e4fabb79b6d965e336fd60196c2d14fcf30c0991d2721ddc52d"
                + "385f407a16691dad",
            tag: "cd5757626945976ba9f0264bd6bee894"
        ),
        Vector(
            number: 250,
            key: key,
            iv: "7b2df4fbed1de2727eb24898e5deabb9",
            clear: String(repeating: "00", count: 40),
            ciphertext: "a1a0120660ff52e6b1700b12c54d2d33b94b00cd7882d8857d84e6e183a1dea6"
                + "ee85a7da84fbc35d",
            tag: "b015d72da62c81cb4d267253b20db9e5"
        ),
        Vector(
            number: 251,
            key: key,
            iv: "24836f0a46ab6601a760221b074cbd6d",
            clear: String(repeating: "00", count: 40),
            ciphertext: "5e3434b45edbf0d1f6e02d1144dbf867a1a0120660ff52e6b1700b12c54d2d33"
                + "b94b00cd7882d885",
            tag: "ee74ccb30d649ebf6916d05a7dbe5696"
        ),
        Vector(
            number: 252,
            key: key,
            iv: "00000000000000000000000000000000",
            clear: "8d74f1c97243d362577ff376c393d2dc",
            ciphertext: "265c42e2b96ea1de9c24f7182e337390",
            tag: "00000000000000000000000000000000"
        ),
        Vector(
            number: 253,
            key: key,
            iv: "ffffffffffffffffffffffffffffffff",
            clear: "884df0e76f3ce227bf9595d103825a46",
            ciphertext: "988f47668ea650cbaa6714711abe268d",
            tag: "ffffffffffffffffffffffffffffffff"
        ),
        Vector(
            number: 254,
            key: "b4cd11db0b3e0b9b34eafd9fe027746976379155e76116afde1b96d21298e34f",
            iv: "00c49f4ebb07393f07ebc3825f7b0830",
            clear: "",
            ciphertext: "",
            tag: "306fe8c9645cc849823e333a685b90b2"
        ),
        Vector(
            number: 255,
            key: "b7797eb0c1a6089ad5452d81fdb14828c040ddc4589c32b565aad8cb4de3e4a0",
            iv: "0ad570d8863918fe89124e09d125a271",
            clear: "ed",
            ciphertext: "3f",
            tag: "fd8f593b83314e33c5a72efbeb7095e8"
        ),
        Vector(
            number: 256,
            key: "4c010d9561c7234c308c01cea3040c925a9f324dc958ff904ae39b37e60e1e03",
            iv: "2a55caa137c5b0b66cf3809eb8f730c4",
            clear: "2a093c9ed72b8ff4994201e9f9e010",
            ciphertext: "041341078f0439e50b43c991635117",
            tag: "5b8a2f2da20ef657c903da88ef5f57bb"
        ),
        Vector(
            number: 257,
            key: "e7f7a48df99edd92b81f508618aa96526b279debd9ddb292d385ddbae80b2259",
            iv: "7ee376910f08f497aa6c3aa7113697fd",
            clear: "5e51dbbb861b5ec60751c0996e00527f",
            ciphertext: "469478d448f7e97d755541aa09ad95b0",
            tag: "254ada5cf662d90c5e11b2bd9c4db4c4"
        ),
        Vector(
            number: 258,
            key: "4f84782bfbb64a973c3de3dcfa3430367fd68bc0b4c3b31e5d7c8141ba3e6a67",
            iv: "5d1bde6fa0994b33efd8f23f531248a7",
            clear: "78cb6650a1908a842101ea85804fed00cc56fbdafafba0ef4d1ca607dcae57b6",
            ciphertext: "cb960201fa5ad41d41d1c2c8037c71d52b72e76b16b589d71b976627c9734c9d",
            tag: "8dfce16467c3a6ebb3e7242c9a551962"
        ),
    ]

    /// Returns the ciphertext and tag of a message given in pieces.
    private static func encrypt(
        _ clear: [UInt8],
        key: ContentKey,
        iv: InitializationVector,
        pieces: Int
    ) throws -> [UInt8] {
        var encryptor = try SegmentGCMEncryptor(key: key, iv: iv)
        var ciphertext = [UInt8](repeating: 0, count: clear.count)
        var output = ciphertext.mutableSpan
        for start in stride(from: 0, to: clear.count, by: pieces) {
            let end = min(clear.count, start + pieces)
            try encryptor.update(clear.span.extracting(start..<end), into: &output, at: start)
        }
        return ciphertext + (try encryptor.finish())
    }

    private static func decrypt(
        _ ciphertext: [UInt8],
        tag: [UInt8],
        key: ContentKey,
        iv: InitializationVector,
        pieces: Int
    ) throws -> [UInt8] {
        var decryptor = try SegmentGCMDecryptor(key: key, iv: iv)
        var clear = [UInt8](repeating: 0, count: ciphertext.count)
        var output = clear.mutableSpan
        for start in stride(from: 0, to: ciphertext.count, by: pieces) {
            let end = min(ciphertext.count, start + pieces)
            try decryptor.update(ciphertext.span.extracting(start..<end), into: &output, at: start)
        }
        try decryptor.finish(tag: tag)
        return clear
    }

    @Test(arguments: vectors, [1, 7, 16, 1000])
    func `The published ciphertext and tag come out, in pieces of any size`(vector: Vector, pieces: Int)
        throws
    {
        let key = try ContentKey(copying: bytes(vector.key))
        let iv = try InitializationVector(bytes: bytes(vector.iv))
        let (clear, ciphertext, tag) = try (bytes(vector.clear), bytes(vector.ciphertext), bytes(vector.tag))
        #expect(try Self.encrypt(clear, key: key, iv: iv, pieces: pieces) == ciphertext + tag)
        #expect(try Self.decrypt(ciphertext, tag: tag, key: key, iv: iv, pieces: pieces) == clear)
    }

    @Test(arguments: ["vector", "ciphertext", "tag", "key"], [0, 77, 127])
    func `A flipped bit is refused`(part: String, bit: Int) throws {
        let vector = try #require(Self.vectors.last)
        var parts = try [
            "key": bytes(vector.key), "vector": bytes(vector.iv), "ciphertext": bytes(vector.ciphertext),
            "tag": bytes(vector.tag),
        ]
        parts[part]?[bit / 8] ^= 1 << (bit % 8)
        let (key, iv) = (try #require(parts["key"]), try #require(parts["vector"]))
        #expect(throws: CipherError.authenticationFailed) {
            _ = try Self.decrypt(
                parts["ciphertext"] ?? [],
                tag: parts["tag"] ?? [],
                key: ContentKey(copying: key),
                iv: InitializationVector(bytes: iv),
                pieces: 16
            )
        }
    }

    @Test func `A key of AES-128 is none`() throws {
        let error = CipherError.wrongLength(of: "key", actual: 16, expected: 32)
        #expect(throws: error) {
            _ = try SegmentGCMEncryptor(key: .random(), iv: .random())
        }
        #expect(throws: error) {
            _ = try SegmentGCMDecryptor(key: .random(), iv: .random())
        }
        #expect(throws: CipherError.wrongLength(of: "key", actual: 32, expected: 16)) {
            _ = try CBCEncryptor(key: .random(.bits256), iv: .random())
        }
    }

    /// The expected values of SP 800-108 with HMAC-SHA256 and a leading counter are from Python's hmac.
    @Test func `Keys for other uses are derived`() throws {
        let key = try ContentKey(copying: Array(0x00...0x1F))
        let short = try key.derived(.gcmMACKey, length: .bits128)
        let long = try key.derived(.gcmIVKey, length: .bits256)
        #expect(short.withSpan { Hexadecimal.encode($0) } == "2ad34d1705a7193cae9ed7884a8ad941")
        #expect(
            long.withSpan { Hexadecimal.encode($0) }
                == "0e08ad3957d73a0ad166caf66188e927f93e7fe6414b232a4cb1939f38f878af"
        )
    }
}
