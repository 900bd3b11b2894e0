import HLSPlaylists
import Testing

@testable import HLSVerification

/// Keys as `inspect` shows them.
struct KeyTextTests {
    /// The key formats of the systems, as their makers publish them.
    static let systems = [
        ("identity", "identity"),
        ("com.apple.streamingkeydelivery", "FairPlay"),
        ("urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed", "Widevine"),
        ("URN:UUID:EDEF8BA9-79D6-4ACE-A3C8-27DCD51D21ED", "Widevine"),
        ("com.microsoft.playready", "PlayReady"),
        ("urn:uuid:9a04f079-9840-4286-ab92-e65be0885f95", "PlayReady"),
        ("urn:uuid:1077efec-c0b2-4d02-ace3-3c1e52e2fb4b", "ClearKey"),
        ("org.w3.clearkey", "ClearKey"),
        ("com.example.Other", "com.example.Other"),
    ]

    @Test(arguments: systems)
    func system(format: String, name: String) {
        #expect(KeyText.system(ofFormat: format) == name)
    }

    /// Tokens are in queries, fragments and user information; the data of a `data` URI may be a key.
    static let uris = [
        ("skd://movie-42", "skd://movie-42"),
        ("https://host/key?token=secret", "https://host/key?…"),
        ("https://user:secret@host/key", "https://…@host/key"),
        ("skd://host/key#secret", "skd://host/key#…"),
        ("data:text/plain;base64,c2VjcmV0", "data:text/plain;base64,… (8 characters)"),
        ("DATA:,secret", "DATA:,… (6 characters)"),
        ("data:no-comma?secret", "data:no-comma?…"),
    ]

    @Test(arguments: uris)
    func uri(written: String, shown: String) {
        #expect(KeyText.uri(written) == shown)
        #expect(!KeyText.uri(written).contains("secret"))
        #expect(!KeyText.uri(written).contains("c2VjcmV0"))
    }

    /// Without an IV the number of the segment is it, in the identity format alone (RFC 8216bis 5.2).
    static let vectors: [(EncryptionKey, KeyInspection.Vector, String?)] = [
        (EncryptionKey(method: .aes128, uri: "k"), .implicit, nil),
        (
            EncryptionKey(method: .aes128, uri: "k", iv: [UInt8](0...15)), .explicit,
            "0x000102030405060708090a0b0c0d0e0f"
        ),
        (
            EncryptionKey(method: .sampleAES, uri: "k", keyFormat: "com.apple.streamingkeydelivery"), .none,
            nil
        ),
        (EncryptionKey(method: .none, uri: nil), .none, nil),
    ]

    @Test(arguments: vectors)
    func vector(key: EncryptionKey, vector: KeyInspection.Vector, iv: String?) {
        let inspection = KeyText.inspection(of: Located(line: 7, key))
        #expect(inspection.vector == vector)
        #expect(inspection.iv == iv)
        #expect(inspection.line == 7)
    }
}
