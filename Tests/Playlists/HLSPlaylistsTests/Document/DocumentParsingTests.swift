import HLSPlaylists
import PlaylistFixtures
import Testing

/// Lines end in LF or CRLF (RFC 8216bis 4.1), and all other bytes are kept.
@Suite struct DocumentParsingTests {
    @Test(arguments: [
        ("LF", "#EXTM3U\n#EXT-X-VERSION:3\n", 2),
        ("CRLF", "#EXTM3U\r\n#EXT-X-VERSION:3\r\n", 2),
        ("mixed endings", "#EXTM3U\n#EXTINF:1,\r\na.ts\n\r\n", 4),
        ("byte order mark", "\u{FEFF}#EXTM3U\n#EXT-X-ENDLIST\n", 2),
        ("no final ending", "#EXTM3U\n#EXTINF:1,\na.ts", 3),
        ("one line, no ending", "#EXTM3U", 1),
        ("blanks after the first tag", "#EXTM3U \t\r\na\n", 2),
        ("unknown tags and comments", "#EXTM3U\n#EXT-OATCLS-SCTE35:/DAl\n# comment\n#EXT\n#\n", 5),
        ("blank lines", "#EXTM3U\n\n \n\t\n\n", 5),
        ("tab, lone CR and CR CRLF", "#EXTM3U\n#a\tb\rc\r\r\nx\r", 3),
        ("beyond ASCII", "#EXTM3U\n#EXTINF:1,Füße 日本 🎬\u{A0}\nü.ts\n", 3),
    ])
    func writesBackWhatWasParsed(name: String, playlist: String, lines: Int) throws {
        let parsed = try document(playlist)
        #expect(parsed.serialized() == Array(playlist.utf8))
        #expect(parsed.lines.count == lines)
    }

    @Test(
        arguments: [
            ("empty", [], 1, nil),
            ("no header", Array("#EXTINF:1,\n".utf8), 1, nil),
            ("longer first tag", Array("#EXTM3U8\n".utf8), 1, nil),
            ("text behind a blank line", Array("\n\na\n".utf8), 3, nil),
            ("blank lines alone", Array("\n \n".utf8), 1, nil),
            ("text before the header", Array("a\n#EXTM3U\n".utf8), 1, nil),
            ("old Mac line ends", Array("#EXTM3U\r#EXTINF:1,\ra.ts\r".utf8), 1, nil),
            ("UTF-16", [0xFF, 0xFE, 0x23, 0x00, 0x45, 0x00], 1, nil),
            ("two byte order marks", Array("\u{FEFF}\u{FEFF}#EXTM3U\n".utf8), 1, nil),
            ("NUL", Array("#EXTM3U\n#EXTINF:1,\na\0.ts\n".utf8), 3, 2),
            ("escape", Array("#EXTM3U\n\u{1B}[31m\n".utf8), 2, 1),
            ("delete", Array("#EXTM3U\nab\u{7F}".utf8), 2, 3),
            ("C1 control", Array("#EXTM3U\nab\u{9B}".utf8), 2, 3),
            ("Latin-1", Array("#EXTM3U\n\nF".utf8) + [0xFC] + Array("sse\n".utf8), 3, 2),
            ("cut UTF-8", Array("#EXTM3U\n#a".utf8) + [0xE6, 0x97], 2, 3),
            ("surrogate", Array("#EXTM3U\n".utf8) + [0xED, 0xA0, 0x80], 2, 1),
        ] as [(String, [UInt8], Int, Int?)]
    )
    func refuses(name: String, bytes: [UInt8], line: Int, column: Int?) {
        let error = problem { try PlaylistDocument(parsing: bytes) }
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test func refusesMoreThanTheLimit() {
        var bytes = Array("#EXTM3U\n".utf8)
        bytes += [UInt8](repeating: UInt8(ascii: "\n"), count: PlaylistDocument.maximumSize)
        #expect(
            problem { try PlaylistDocument(parsing: bytes) }?.problem
                == .document(.tooLarge(size: bytes.count))
        )
        bytes.removeLast(8)
        #expect(problem { try PlaylistDocument(parsing: bytes) } == nil)
    }

    @Test(arguments: [
        ("#\u{1B}[2Jmoov\u{202E}\n", "'#?[2Jmoov?'"),
        ("<!DOCTYPE html><html><head><title>404 Not Found", "'<!DOCTYPE html><html><head><title>404 No…'"),
        ("", "nothing"),
        ("\n", "nothing"),
        ("00112233445566778899aabbccddeeff\n", "other data"),
    ])
    func messageShowsPrintableMarkupOnly(text: String, found: String) {
        let error = problem { try document(text) }
        #expect(
            error?.description
                == "line 1: This is not an HLS playlist (got \(found), expected #EXTM3U as its first line). "
                + "Give a playlist in UTF-8."
        )
    }
}
