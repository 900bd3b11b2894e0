import HLSPlaylists
import Testing

/// Setting an attribute on many lines that begin alike, as key lines do; what is behind the value differs.
@Suite struct LikeLinesTests {
    private static let start = "#EXT-X-KEY:METHOD=AES-128,URI="

    @Test(
        arguments: [
            (#""bb",IV=0x11"#, #""new",IV=0x11"#),
            (#""bb",IV=0x00112233445566778899aabbccddeeff"#, #""new",IV=0x00112233445566778899aabbccddeeff"#),
            (#""bb""#, #""new""#),
            ("\"\"", #""new""#),
            (#""bb" , IV=0x11 "#, #""new" , IV=0x11 "#),
            (#""bb",IV="0x,1",X-Y=a+b"#, #""new",IV="0x,1",X-Y=a+b"#),
            (#""bb",X-URI=1"#, #""new",X-URI=1"#),
            (#"bb,IV=0x11"#, #""new",IV=0x11"#),
        ]
    )
    func restStays(rest: String, expected: String) throws {
        let written = try Self.settingURI(of: rest)
        #expect(written == Self.start + expected)
    }

    @Test(
        arguments: [
            #""bb",IV=0x11,URI="x""#, #""bb","#, #""bb","" "#, #""bb"IV=0x11"#, #""bb",IV="#, #""bb",IV"#,
            #""bb"#,
            #""bb",IV=0x1"1"#, #""bb",IV=0x11 22"#, #""bb",IV=0x00112233445566778899aabbccdd\#teeff"#,
            #""bb",IV=0x00112233445566778899aabbccdd"eeff"#, #""bb",IV="x"#,
        ]
    )
    func malformedRestIsRefused(rest: String) {
        #expect(throws: PlaylistError.self) { try Self.settingURI(of: rest) }
    }

    /// The last of three lines, of which the others are well-formed, with another URI.
    private static func settingURI(of rest: String) throws -> String? {
        let lines = ["#EXTM3U", start + #""a",IV=0x00"#, start + #""b",IV=0x01"#, start + rest]
        var playlist = try document(lines.joined(separator: "\n"))
        let attribute = try WrittenAttribute("URI", .quotedString("new"))
        for line in 2...4 { try playlist.set(attribute, line: line) }
        let written = String(decoding: playlist.serialized(), as: UTF8.self)
        return written.split(separator: "\n").last.map(String.init)
    }
}
