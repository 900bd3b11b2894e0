import Ciphers
import KeyRecordFormats
import LicenseMessages
import PresentationFixtures
import Testing

@testable import Rehearsal

/// Lookups of a key server in hand-written files.
struct KSMLookupTests {
    private static let (key, iv) = ("000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
    private static let otherDigits = "00112233445566778899aabbccddeeff"
    private static let id = "00010203-0405-0607-0809-0a0b0c0d0e0f"

    private static func keys(_ text: String, as format: String) throws -> ExportedKeys {
        var bytes = Array(text.utf8)
        return try ExportedKeys(reading: ImportInput(taking: &bytes, name: "keys"), as: format)
    }

    static let found: [(name: String, format: String, text: String, assetID: String)] = [
        ("an asset id", "csv", "asset_id,key,iv\r\nab,\(key),\(iv)\r\n", "ab"),
        ("the digits of one", "csv", "asset_id_hex,key,iv\r\n6162,\(key),\(iv)\r\n", "ab"),
        ("two rows of one key", "csv", "asset_id,key,iv\r\nab,\(key),\(iv)\r\nab,\(key),\(iv)\r\n", "ab"),
        (
            "a key beside the revoked one that it follows", "csv",
            "asset_id,key,iv,state\r\nab,\(otherDigits),\(iv),revoked\r\nab,\(key),\(iv),active\r\n", "ab"
        ),
        (
            "a key before the tombstone of a revoked one", "csv",
            "asset_id,key,iv,state\r\nab,\(key),\(iv),active\r\nab,,,revoked\r\n", "ab"
        ),
        ("one of two keys", "csv", "asset_id,key,iv\r\nab,\(key),\(iv)\r\nAB,\(otherDigits),\(iv)\r\n", "ab"),
        (
            "a record", "jsonl",
            #"{"content_id":"m","key_id":"\#(id)","key":"\#(key)","iv":"\#(iv)","asset_ids":[{"id":"ab","rule":"host"}]}"#,
            "ab"
        ),
        ("an asset info", "fps-sdk", #"{"ab":{"content-key":"\#(key)","content-iv":"\#(iv)"}}"#, "ab"),
        // Without asset ids in the file, the key id in the asset id is looked up.
        ("a key id as a UUID", "csv", "key_id,key,iv\r\n\(id),\(key),\(iv)\r\n", id),
        ("a key id as digits", "csv", "key_id,key,iv\r\n\(id),\(key),\(iv)\r\n", "movie/\(key)?x=1"),
        (
            "a key id in base64", "csv", "key_id,key,iv\r\n\(id),\(key),\(iv)\r\n",
            "kid=AAECAwQFBgcICQoLDA0ODw=="
        ),
        (
            "a key id in base64 without padding", "csv", "key_id,key,iv\r\n\(id),\(key),\(iv)\r\n",
            "AAECAwQFBgcICQoLDA0ODw"
        ),
    ]

    @Test(arguments: found)
    func `A key is found`(name: String, format: String, text: String, assetID: String) throws {
        let found = try KSMLookup(try Self.keys(text, as: format)).key(for: Array(assetID.utf8))
        #expect(found.key.digits == Self.key)
        #expect(found.iv.hexadecimal == Self.iv)
    }

    static let refused: [(words: String, text: String)] = [
        (
            "differs from one in the file only in upper and lower case",
            "asset_id,key,iv\r\nAB,\(key),\(iv)\r\n"
        ),
        ("no such asset id (2 bytes; it has 1 key)", "asset_id,key,iv\r\ncd,\(key),\(iv)\r\n"),
        ("it has no key", "asset_id,key,iv\r\n"),
        ("2 keys for the asset id", "asset_id,key,iv\r\nab,\(key),\(iv)\r\nab,\(otherDigits),\(iv)\r\n"),
        ("2 keys for the asset id", "asset_id,key,iv\r\nab,\(key),\(iv)\r\nab,\(key),\(otherDigits)\r\n"),
        (
            "2 keys for the asset id",
            "asset_id,key,iv\r\nab,\(key),\(iv)\r\nab,\(key),\(iv)\r\nab,\(otherDigits),\(iv)\r\n"
        ),
        (
            "revoked",
            "asset_id,key,iv,state\r\nab,\(key),\(iv),revoked\r\nab,\(otherDigits),\(iv),revoked\r\n"
        ),
        ("no IV", "asset_id,key\r\nab,\(key)\r\n"),
        ("no key (", "asset_id,iv\r\nab,\(iv)\r\n"),
        ("32 bytes", "asset_id,key,iv\r\nab,\(key)\(key),\(iv)\r\n"),
        ("revoked", "asset_id,key,iv,state\r\nab,\(key),\(iv),revoked\r\n"),
    ]

    @Test(arguments: refused)
    func `A key that cannot be used is -42584`(message: String, text: String) throws {
        let lookup = KSMLookup(try Self.keys(text, as: "csv"))
        let refusal = #expect(throws: KSMRefusal.self) { try lookup.key(for: Array("ab".utf8)) }
        #expect(refusal?.status == .noContentKey && refusal?.stage == .lookup)
        #expect(refusal?.message.contains(message) == true, "\(refusal?.message ?? "")")
    }

    static let addressed: [(name: String, rows: String)] = [
        ("one row", "\r\ncd,\(key),\(iv),active"),
        ("two rows of one key", "\r\ncd,\(key),\(iv),active\r\nef,\(key),\(iv),active"),
        ("a revoked key and its successor", "\r\ncd,\(otherDigits),\(iv),revoked\r\nef,\(key),\(iv),active"),
    ]

    @Test(arguments: addressed)
    func `The address of a license stands for the one key of a file`(name: String, rows: String) throws {
        let keys = try Self.keys("asset_id,key,iv,state\(rows)\r\n", as: "csv")
        #expect(try KSMLookup(keys, .soleKey).key(for: Array("ab".utf8)).key.digits == Self.key)
    }

    @Test func `The address of a license does not stand for two keys`() throws {
        for second in ["\(Self.otherDigits),\(Self.iv)", "\(Self.key),\(Self.otherDigits)"] {
            let two = try Self.keys(
                "asset_id,key,iv\r\ncd,\(Self.key),\(Self.iv)\r\nef,\(second)\r\n",
                as: "csv"
            )
            let refusal = #expect(throws: KSMRefusal.self) {
                try KSMLookup(two, .soleKey).key(for: Array("ab".utf8))
            }
            #expect(refusal?.message.contains("the export has several") == true)
        }
    }
}
