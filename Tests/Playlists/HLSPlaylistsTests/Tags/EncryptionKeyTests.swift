import HLSPlaylists
import PlaylistFixtures
import Testing

/// EXT-X-KEY (RFC 8216bis 4.4.4.4) and EXT-X-SESSION-KEY (4.4.6.5).
@Suite struct EncryptionKeyTests {
    static let counting: [UInt8] = Array(0..<16)
    static let countingText = "0x000102030405060708090a0b0c0d0e0f"

    static let written: [(String, EncryptionKey)] = [
        ("#EXT-X-KEY:METHOD=NONE", EncryptionKey(method: .none, uri: nil)),
        (#"#EXT-X-KEY:METHOD=AES-128,URI="k""#, EncryptionKey(method: .aes128, uri: "k")),
        (
            #"#EXT-X-KEY:METHOD=AES-128,URI="skd:a,b{}%",IV=\#(countingText)"#,
            EncryptionKey(method: .aes128, uri: "skd:a,b{}%", iv: counting)
        ),
        (
            #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a:1",KEYFORMAT="com.apple.streamingkeydelivery","#
                + #"KEYFORMATVERSIONS="1/2""#,
            EncryptionKey(
                method: .sampleAES,
                uri: "skd://a:1",
                keyFormat: "com.apple.streamingkeydelivery",
                keyFormatVersions: "1/2"
            )
        ),
        (
            #"#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="data:text/plain;base64,AA==",KEYID=\#(countingText),"#
                + #"KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",KEYFORMATVERSIONS="1""#,
            EncryptionKey(
                method: .sampleAESCTR,
                uri: "data:text/plain;base64,AA==",
                keyID: counting,
                keyFormat: EncryptionKey.widevine,
                keyFormatVersions: "1"
            )
        ),
        (#"#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="k""#, EncryptionKey(method: .sampleAESCTR, uri: "k")),
        (#"#EXT-X-KEY:METHOD=AES-256-GCM,URI="k""#, EncryptionKey(method: .aes256GCM, uri: "k")),
        (#"#EXT-X-KEY:METHOD=ISO-23001-7,URI="k""#, EncryptionKey(method: .unknown("ISO-23001-7"), uri: "k")),
    ]

    @Test(arguments: written)
    func writesAndReads(line: String, key: EncryptionKey) throws {
        #expect(try key.tagLine() == line)
        let read = try mediaPlaylist(line)
        #expect(read.keys == [Located(line: 3, key)])
    }

    @Test func writesSessionKeys() throws {
        let key = EncryptionKey(method: .aes128, uri: "k")
        #expect(try key.tagLine(.sessionKey) == #"#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k""#)
    }

    @Test(
        arguments: [
            ("half a byte", "0x7", [UInt8](repeating: 0, count: 15) + [7]),
            ("three digits", "0xABC", [UInt8](repeating: 0, count: 14) + [0x0A, 0xBC]),
            (
                "31 digits", "0x102030405060708090a0b0c0d0e0f00",
                [
                    0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F,
                    0x00,
                ]
            ),
            ("no digit of three", "0xxyz", nil),
            ("short, padded on the left", "0x0102", [UInt8](repeating: 0, count: 14) + [1, 2]),
            ("upper case", "0X000102030405060708090A0B0C0D0E0F", counting),
            ("no prefix", "000102030405060708090a0b0c0d0e0f", nil),
            ("33 digits", "0x0000102030405060708090a0b0c0d0e0f", nil),
            ("34 digits", "0x00000102030405060708090a0b0c0d0e0f", nil),
            ("quoted", "\"0x00\"", nil), ("empty", "0x", nil),
        ] as [(String, String, [UInt8]?)]
    )
    func initializationVector(name: String, written: String, iv: [UInt8]?) {
        let playlist = try? mediaPlaylist(#"#EXT-X-KEY:METHOD=AES-128,URI="k",IV=\#(written)"#)
        #expect(playlist?.keys.first?.iv == iv)
    }

    @Test(
        arguments: [
            ("no method", #"URI="k""#, .missing("METHOD", tag: .key)),
            (
                "quoted method", #"METHOD="NONE""#,
                .invalid("METHOD", found: Excerpt(#""NONE""#.utf8), expected: "a value without quotes")
            ),
            ("no URI", "METHOD=AES-128", .missing("URI", tag: .key)),
            ("no URI, unknown method", "METHOD=X", .missing("URI", tag: .key)),
            ("unquoted URI", "METHOD=AES-128,URI=k", .invalid("URI", expected: "a quoted string")),
            (
                "NONE with URI", #"METHOD=NONE,URI="k""#,
                .forbidden("URI", reason: "METHOD=NONE cannot be combined with other attributes")
            ),
            (
                "NONE with IV", #"METHOD=NONE,IV=0x00"#,
                .forbidden("IV", reason: "METHOD=NONE cannot be combined with other attributes")
            ),
            (
                "NONE with KEYFORMAT", #"METHOD=NONE,KEYFORMAT="identity""#,
                .forbidden("KEYFORMAT", reason: "METHOD=NONE cannot be combined with other attributes")
            ),
            ("no attribute", "", .missing("METHOD", tag: .key)),
        ] as [(String, String, AttributeProblem)]
    )
    func refuses(name: String, attributes: String, expected: AttributeProblem) {
        let error = problem { try mediaPlaylist("#EXT-X-KEY:" + attributes) }
        #expect(error?.problem == .attribute(expected))
        #expect(error?.line == 3)
    }

    @Test(arguments: [
        EncryptionKey(method: .aes128, uri: "a\"b"), EncryptionKey(method: .aes128, uri: "a\nb"),
        EncryptionKey(method: .aes128, uri: "a\rb"), EncryptionKey(method: .aes128, uri: "a\0b"),
        EncryptionKey(method: .aes128, uri: nil), EncryptionKey(method: .aes128, uri: "k", iv: []),
        EncryptionKey(method: .aes128, uri: "k", iv: [UInt8](repeating: 0, count: 17)),
        EncryptionKey(method: .aes128, uri: "k", keyFormat: "a\"b"),
        EncryptionKey(method: .aes128, uri: "k", keyFormatVersions: "1\n2"),
        EncryptionKey(method: .unknown("A,B"), uri: "k"),
    ])
    func refusesToWrite(key: EncryptionKey) {
        #expect(problem { try key.tagLine() } != nil)
        #expect(problem { try key.tagLine(.sessionKey) } != nil)
    }

    @Test func refusesToWriteAClearSessionKey() {
        #expect(problem { try EncryptionKey(method: .none, uri: nil).tagLine(.sessionKey) } != nil)
    }
}
