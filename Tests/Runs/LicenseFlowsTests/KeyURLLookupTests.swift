import Ciphers
import KeyRecordFormats
import PresentationFixtures
import Testing

@testable import Rehearsal

/// Lookups by URL in hand-written files.
struct KeyURLLookupTests {
    private static let (key, otherKey) = (
        "000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff"
    )
    private static let url = "https://keys.example.com/a?k=1"

    private static func lookup(_ rows: String) throws -> KeyURLLookup {
        var bytes = Array("method,key_uri,key,state\r\n\(rows)\r\n".utf8)
        return KeyURLLookup(try ExportedKeys(reading: ImportInput(taking: &bytes, name: "keys"), as: "csv"))
    }

    static let found: [(name: String, rows: String)] = [
        ("the URL", "aes-128,\(url),\(key),active"),
        (
            "the host in upper case, the port and a fragment",
            "aes-128,https://KEYS.example.com:443/a?k=1#x,\(key),active"
        ),
        ("two rows of one key", "aes-128,\(url),\(key),active\r\naes-128,\(url),\(key),active"),
        (
            "a key beside the revoked one that it follows",
            "aes-128,\(url),\(otherKey),revoked\r\naes-128,\(url),\(key),active"
        ),
        ("a key before a tombstone", "aes-128,\(url),\(key),active\r\naes-128,\(url),,revoked"),
        ("a bare key", ",,\(key),active"), ("a bare key twice", ",,\(key),active\r\n,,\(key),active"),
    ]

    @Test(arguments: found)
    func `A key is found`(name: String, rows: String) throws {
        #expect(try Self.lookup(rows).key(for: Self.url).get().key?.digits == Self.key)
    }

    static let refused: [(words: String, rows: String)] = [
        ("differs only in the query", "aes-128,https://keys.example.com/a,\(key),active"),
        ("2 keys for this URL", "aes-128,\(url),\(key),active\r\naes-128,\(url),\(otherKey),active"),
        ("revoked", "aes-128,\(url),\(key),revoked"),
        ("revoked", "aes-128,\(url),\(key),revoked\r\naes-128,\(url),\(otherKey),revoked"),
        ("no key for this URL (1 key)", "aes-128,https://other.example.com/,\(key),active"),
        ("no key for this URL (2 keys)", ",,\(key),active\r\n,,\(otherKey),active"),
    ]

    @Test(arguments: refused)
    func `A key that is not given is told`(message: String, rows: String) throws {
        let failure = #expect(throws: KeyURLLookup.Failure.self) {
            try Self.lookup(rows).key(for: Self.url).get()
        }
        #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    }

    /// Only key servers that deliver plain keys need no IV.
    @Test func `A license is not made of a key with two IVs`() throws {
        let rows = ["00", "01"].map {
            "sample-aes,\(Self.url),\(Self.key),\(String(repeating: $0, count: 16)),active\r\n"
        }
        for rows in [rows, rows.reversed()] {
            var bytes = Array(("method,key_uri,key,iv,state\r\n" + rows.joined()).utf8)
            let lookup = KeyURLLookup(
                try ExportedKeys(reading: ImportInput(taking: &bytes, name: "keys"), as: "csv")
            )
            #expect(try lookup.key(for: Self.url).get().key?.digits == Self.key)
            let refusal = #expect(throws: KSMRefusal.self) { try lookup.usableKey(for: Self.url) }
            #expect(refusal?.message.contains("several IVs") == true)
        }
    }
}
