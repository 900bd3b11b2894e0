import HLSPlaylists
import Testing

@testable import Inspection

/// Keys in the reports of `inspect`.
struct KeyDescriptionTests {
    /// The key formats of the key systems, as their vendors publish them.
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
        #expect(KeyDescription.system(ofFormat: format) == name)
    }

    /// Queries, fragments and user information can hold tokens; the data of a `data` URI can be a key.
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
        #expect(KeyDescription.redactedURI(written) == shown)
        #expect(!KeyDescription.redactedURI(written).contains("secret"))
        #expect(!KeyDescription.redactedURI(written).contains("c2VjcmV0"))
    }

    /// Without an IV attribute, KEYFORMAT `identity` uses the media sequence number (RFC 8216bis 5.2).
    static let ivs: [(EncryptionKey, KeyInspection.IVKind, String?)] = [
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
        (EncryptionKey(method: .sampleAES, uri: "k"), .implicit, nil),
        (EncryptionKey(method: .sampleAESCTR, uri: "k"), .none, nil),
    ]

    /// A data URI that Shaka Packager v3.8.0 wrote for this key id.
    private static let widevine =
        "data:text/plain;base64,AAAAOHBzc2gAAAAA7e+LqXnWSs6jyCfc1R0h7QAAABgSEAARIjNEVWZ3iJmqu8zd7v9I88aJmwY="
    private static let id = "00112233-4455-6677-8899-aabbccddeeff"

    /// A data URI and KEYID name keys; URIs of other schemes are not searched for key ids.
    static let keyIDs: [(String, [UInt8]?, [String])] = [
        (widevine, nil, [id]),
        (
            widevine,
            [0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF],
            [id]
        ),
        (widevine, [UInt8](repeating: 1, count: 16), [id, "01010101-0101-0101-0101-010101010101"]),
        ("skd://a", [UInt8](repeating: 1, count: 16), ["01010101-0101-0101-0101-010101010101"]),
        ("skd://a", [1, 2], []), ("skd://" + id, nil, []), ("data:text/plain;base64,AAAA", nil, []),
    ]

    @Test(arguments: keyIDs)
    func namedKeys(uri: String, keyID: [UInt8]?, shown: [String]) {
        let key = EncryptionKey(method: .sampleAES, uri: uri, keyID: keyID, keyFormat: EncryptionKey.widevine)
        #expect(KeyDescription.inspection(of: Located(line: 7, key)).keyIDs == shown)
    }

    @Test(arguments: ivs)
    func describesIV(key: EncryptionKey, kind: KeyInspection.IVKind, iv: String?) {
        let inspection = KeyDescription.inspection(of: Located(line: 7, key))
        #expect(inspection.ivKind == kind)
        #expect(inspection.iv == iv)
        #expect(inspection.line == 7)
    }
}
