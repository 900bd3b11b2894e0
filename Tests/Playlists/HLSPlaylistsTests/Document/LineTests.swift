import HLSPlaylists
import PlaylistFixtures
import Testing

@Suite struct LineTests {
    @Test(
        arguments: [
            ("#EXT-X-KEY:METHOD=NONE", .tag(.key)),
            ("#EXT-X-KEYS:METHOD=NONE", .unknownTag),
            ("#EXT-X-ENDLIST \t", .tag(.endList)),
            ("#EXTINF:1,a:b", .tag(.segmentInformation)),
            ("#EXT-X-CUE-OUT:30", .unknownTag),
            ("#ext-x-key:METHOD=NONE", .comment),
            ("#", .comment),
            ("# a", .comment),
            ("", .blank),
            (" \t", .blank),
            ("a.ts", .uri),
            (" a.ts", .uri),
            ("//cdn/a.ts#EXT", .uri),
        ] as [(String, PlaylistLine.Kind)]
    )
    func kind(text: String, kind: PlaylistLine.Kind) throws {
        let line = try document("#EXTM3U\n\(text)\r\n").line(2)
        #expect(line.kind == kind)
        #expect(line.text == text)
        #expect(line.number == 2)
    }

    @Test func firstLineIsATagBehindAByteOrderMark() throws {
        let line = try document("\u{FEFF}#EXTM3U\n").line(1)
        #expect(line.kind == .tag(.extM3U))
        #expect(line.text == "#EXTM3U")
    }

    @Test func findsLinesByTag() throws {
        let playlist = try document("#EXTM3U\n#EXT-X-GAP\na\n#EXT-X-GAP\n")
        #expect(playlist.firstLine(tagged: .gap)?.number == 2)
        #expect(playlist.lines(tagged: .gap).map(\.number) == [2, 4])
        #expect(playlist.firstLine(tagged: .key) == nil)
    }

    @Test(arguments: [0, 3, -1, Int.max, Int.min])
    func refusesNumbersOutsideOfTheDocument(number: Int) throws {
        let playlist = try document("#EXTM3U\na\n")
        #expect(
            problem { try playlist.line(number) }?.problem == .edit(.noSuchLine(count: 2))
        )
    }

    /// RFC 8216bis 4.4 has 32 tags, all with different names.
    @Test func everyTagIsFoundByItsName() throws {
        for tag in TagName.allCases where tag != .extM3U {
            #expect(try document("#EXTM3U\n#\(tag.name):x\n").line(2).kind == .tag(tag))
        }
        #expect(Set(TagName.allCases.map(\.name)).count == 32)
    }
}
