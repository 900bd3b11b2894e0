import HLSPlaylists
import PlaylistFixtures
import Testing

@Suite struct VersionTests {
    @Test(arguments: [
        ("raised", "#EXTM3U\r\n#EXT-X-VERSION:3\r\n", [6], "#EXTM3U\r\n#EXT-X-VERSION:6\r\n"),
        ("never lowered", "#EXTM3U\n#EXT-X-VERSION:7\n", [6], "#EXTM3U\n#EXT-X-VERSION:7\n"),
        ("equal", "#EXTM3U\n#EXT-X-VERSION:6\n", [6], "#EXTM3U\n#EXT-X-VERSION:6\n"),
        ("absent", "#EXTM3U\r\na\n", [2], "#EXTM3U\r\n#EXT-X-VERSION:2\r\na\n"),
        ("absent, 1 is the default", "#EXTM3U\na\n", [1], "#EXTM3U\na\n"),
        (
            "what other lines need, too", "#EXTM3U\n#EXTINF:4.5,\na\n", [2],
            "#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:4.5,\na\n"
        ),
        (
            "a written one, too", "#EXTM3U\n#EXT-X-VERSION:1\n#EXT-X-MAP:URI=\"i\"\n#EXTINF:4,\na\n", [2],
            "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-MAP:URI=\"i\"\n#EXTINF:4,\na\n"
        ),
        (
            "too low before, and nothing to raise", "#EXTM3U\n#EXT-X-VERSION:2\n#EXTINF:4.5,\na\n", [2],
            "#EXTM3U\n#EXT-X-VERSION:2\n#EXTINF:4.5,\na\n"
        ),
        ("raised twice", "#EXTM3U\n#EXT-X-VERSION:3\n", [6, 5, 7], "#EXTM3U\n#EXT-X-VERSION:7\n"),
        ("inserted once", "#EXTM3U", [2, 5, 4], "#EXTM3U\n#EXT-X-VERSION:5\n"),
    ])
    func raise(name: String, before: String, versions: [Int], after: String) throws {
        var playlist = try document(before)
        for version in versions {
            try playlist.raiseVersion(to: version)
        }
        #expect(text(playlist) == after)
    }

    @Test func standsBeforeOtherInsertions() throws {
        var playlist = try document("#EXTM3U\na\n")
        try playlist.insert("#X", after: 1)
        try playlist.raiseVersion(to: 5)
        try playlist.raiseVersion(to: 6)
        #expect(text(playlist) == "#EXTM3U\n#EXT-X-VERSION:6\n#X\na\n")
    }

    @Test(arguments: ["", "0", "-1", "3.0", "x", "18446744073709551616", "18446744073709551615"])
    func replacesMalformedVersions(version: String) throws {
        let source = "#EXTM3U\n#EXT-X-VERSION:\(version)\n"
        #expect(problem { try MediaPlaylist(document(source + "#EXT-X-TARGETDURATION:1\n")) }?.line == 2)
        var playlist = try document(source)
        try playlist.raiseVersion(to: 9)
        #expect(text(playlist) == "#EXTM3U\n#EXT-X-VERSION:9\n")
    }

    /// The versions that keys need by RFC 8216bis 8.
    ///
    /// IV needs 2; KEYFORMAT, KEYFORMATVERSIONS and SAMPLE-AES in an EXT-X-KEY need 5.
    @Test(arguments: [
        (EncryptionKey(method: .none, uri: nil), 1, 1),
        (EncryptionKey(method: .none, uri: nil, iv: [1], keyFormat: "x"), 1, 1),
        (EncryptionKey(method: .aes128, uri: "k"), 1, 1),
        (EncryptionKey(method: .aes128, uri: "k", iv: [UInt8](repeating: 0, count: 16)), 2, 2),
        (EncryptionKey(method: .aes128, uri: "k", keyFormat: EncryptionKey.fairPlay), 5, 5),
        (EncryptionKey(method: .aes128, uri: "k", keyFormatVersions: "1"), 5, 5),
        (EncryptionKey(method: .sampleAES, uri: "k"), 5, 1),
    ])
    func writtenKeys(_ key: EncryptionKey, _ ofKey: Int, _ ofSessionKey: Int) throws {
        #expect(key.neededVersion(as: .key) == ofKey)
        #expect(key.neededVersion(as: .sessionKey) == ofSessionKey)
        var playlist = try document("#EXTM3U\n")
        try playlist.raiseVersion(for: [EncryptionKey(method: .aes128, uri: "k"), key])
        #expect(text(playlist) == (ofKey == 1 ? "#EXTM3U\n" : "#EXTM3U\n#EXT-X-VERSION:\(ofKey)\n"))
    }
}
