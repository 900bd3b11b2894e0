import HLSPlaylists
import PlaylistFixtures
import Testing

/// Setting an attribute on many lines with equal beginnings but different ends, such as key lines.
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
            (#""bb","#, #""new","#), (#""bb", "#, #""new", "#),
            (#"bb,IV=0x11"#, #""new",IV=0x11"#),
        ]
    )
    func restStays(rest: String, expected: String) throws {
        #expect(try Self.settingURI(of: rest) == Self.start + expected)
        #expect(try Self.settingURI(of: rest, inOneCall: true) == Self.start + expected)
    }

    @Test(
        arguments: [
            #""bb",IV=0x11,URI="x""#, #""bb",,"#, #""bb","" "#, #""bb"IV=0x11"#, #""bb",IV="#, #""bb",IV"#,
            #""bb"#,
            #""bb",IV=0x1"1"#, #""bb",IV=0x11 22"#, #""bb",IV=0x00112233445566778899aabbccdd\#teeff"#,
            #""bb",IV=0x00112233445566778899aabbccdd"eeff"#, #""bb",IV="x"#,
        ]
    )
    func malformedRestIsRefused(rest: String) {
        let error = problem { try Self.settingURI(of: rest) }
        #expect(error?.line == 4)
        #expect(problem { try Self.settingURI(of: rest, inOneCall: true) } == error)
    }

    /// Lines of several kinds in turn, out of order, named twice and edited before.
    @Test func oneCallSetsWhatManyDo() throws {
        let kinds = [
            #"#EXT-X-KEY:METHOD=AES-128,URI="a",IV=0x0"#,
            ##"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://b",X=",=""##,
            "#EXT-X-KEY:METHOD=NONE", #"#EXT-X-KEY:URI="",METHOD=AES-128"#, "#EXT-X-KEY",
            #"#EXT-X-KEY:URI=c,IV=0x1"#,
            ##"#EXT-X-KEY:METHOD=AES-128,URI="d",KEYFORMAT="e,f=g",IV=0x2"##,
        ]
        let lines = (0..<40).map { kinds[($0 / 3 + $0) % kinds.count] + "\r" }
        let numbers = Array(2...41) + [7, 3, 40, 41, 2]
        let attribute = try WrittenAttribute("URI", .quotedString("new"))
        var one = try document((["#EXTM3U"] + lines).joined(separator: "\n"))
        try one.replace(line: 20, with: kinds[0])
        var many = one
        try one.set(attribute, lines: numbers)
        for number in numbers { try many.set(attribute, line: number) }
        #expect(one.serialized() == many.serialized())
        let read = try PlaylistDocument(parsing: one.serialized())
        #expect(try read.lines.dropFirst().allSatisfy { try $0.attributes().quotedString("URI") == "new" })
        #expect(read.lines.count == 41)
    }

    @Test(arguments: [0, 1, 6, -1, .max, .min])
    func refusesOtherLines(number: Int) throws {
        let attribute = try WrittenAttribute("URI", .quotedString("new"))
        var one = try document(
            (["#EXTM3U"] + Array(repeating: Self.start + #""a""#, count: 4)).joined(separator: "\n")
        )
        var many = one
        let error = problem { try many.set(attribute, line: number) }
        #expect(error != nil)
        #expect(problem { try one.set(attribute, lines: [2, 3, number, 4]) } == error)
        #expect(
            String(decoding: one.serialized(), as: UTF8.self).split(separator: "\n").map {
                $0.hasSuffix(#""new""#)
            }
                == [false, true, true, false, false]
        )
    }

    /// Sets the URI of three lines, the first two well-formed, and returns the last one.
    private static func settingURI(of rest: String, inOneCall: Bool = false) throws -> String? {
        let lines = ["#EXTM3U", start + #""a",IV=0x00"#, start + #""b",IV=0x01"#, start + rest]
        var playlist = try document(lines.joined(separator: "\n"))
        let attribute = try WrittenAttribute("URI", .quotedString("new"))
        if inOneCall {
            try playlist.set(attribute, lines: [2, 3, 4])
        } else {
            for line in 2...4 { try playlist.set(attribute, line: line) }
        }
        let written = String(decoding: playlist.serialized(), as: UTF8.self)
        return written.split(separator: "\n").last.map(String.init)
    }
}
