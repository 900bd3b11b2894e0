import Ciphers
import Foundation
import KeyEncryption
import KeyStoreFixtures
import ProtectionTerms
import Testing
import TextFormats

@testable import KeyStore

/// Other programs can unwrap keys by the documentation of `WrappedKey`.
struct WrappedKeyFormTests {
    static let program = """
        import struct, sys
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        def number(value): return struct.pack(">Q", value)
        def fields(*parts): return b"".join(number(len(part)) + part for part in parts)
        kek, sealed, key_id, store = (bytes.fromhex(argument) for argument in sys.argv[1:5])
        row = ("mövie".encode(), b"hd", number(7), number(3), key_id)
        data = fields(b"fairlead-key-record", number(2), store, *row)
        print(AESGCM(kek).decrypt(sealed[:12], sealed[12:], data).hex())
        """

    let fixture: StoreFixture
    let record: KeyRecord
    let kekDigits: String
    let sealed: [UInt8]

    init() throws {
        fixture = try StoreFixture()
        kekDigits = Hexadecimal.encode(RandomBytes.generate(count: 32))
        let store = try SQLiteKeyStore.create(at: fixture.path, kek: KeyEncryptionKey(hexadecimal: kekDigits))
        let identity = try KeyIdentity("mövie", "hd", period: 7, generation: 3)
        record = try #require(try store.findOrCreate([KeyDraft(identity: identity)]).first)
        let digits = try fixture.sqlite3("SELECT hex(sealed) FROM content_keys").dropLast()
        sealed = try #require(Hexadecimal.decode(digits))
    }

    var plaintext: String { record.key.withSpan { Hexadecimal.encode($0) } + record.iv.hexadecimal }

    /// GCM encrypts in counter mode, with the nonce and block number 2 first (NIST SP 800-38D section 7.1).
    @Test func `openssl enc finds the key and the vector`() throws {
        let ciphertext = fixture.directory + "/ciphertext"
        try Data(sealed[12..<44]).write(to: URL(filePath: ciphertext))
        let counter = Hexadecimal.encode(sealed[..<12]) + "00000002"
        _ = try Command.run(
            "openssl",
            [
                "enc", "-d", "-aes-256-ctr", "-K", kekDigits, "-iv", counter, "-in", ciphertext, "-out",
                ciphertext + "2",
            ]
        )
        let clear = try #require(FileManager.default.contents(atPath: ciphertext + "2"))
        #expect(Hexadecimal.encode(clear) == plaintext)
    }

    /// Uses Debian's Python, for which `Scripts/setup` installs the module.
    @Test func `Python opens it with the documented additional data`() throws {
        let store = String(try fixture.sqlite3("SELECT hex(store_id) FROM store").dropLast())
        let arguments = [
            kekDigits, Hexadecimal.encode(sealed), Hexadecimal.encode(record.keyID.bytes), store,
        ]
        #expect(try Command.run("/usr/bin/python3", ["-c", Self.program] + arguments) == plaintext + "\n")
    }
}
