import HLSPlaylists
import Testing

@Suite struct VersionTests {
    @Test(arguments: [
        ("raised", "#EXTM3U\r\n#EXT-X-VERSION:3\r\n", [6], "#EXTM3U\r\n#EXT-X-VERSION:6\r\n"),
        ("never lowered", "#EXTM3U\n#EXT-X-VERSION:7\n", [6], "#EXTM3U\n#EXT-X-VERSION:7\n"),
        ("equal", "#EXTM3U\n#EXT-X-VERSION:6\n", [6], "#EXTM3U\n#EXT-X-VERSION:6\n"),
        ("absent", "#EXTM3U\r\na\n", [2], "#EXTM3U\r\n#EXT-X-VERSION:2\r\na\n"),
        ("absent, 1 is the default", "#EXTM3U\na\n", [1], "#EXTM3U\na\n"),
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
    func refusesOtherVersions(version: String) throws {
        var playlist = try document("#EXTM3U\n#EXT-X-VERSION:\(version)\n")
        #expect(problem { try playlist.raiseVersion(to: 9) }?.line == 2)
    }
}
