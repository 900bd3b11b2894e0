import HLSPlaylists
import PlaylistFixtures
import Testing

/// Edits of one attribute or part of a line; expected lines are written by hand.
@Suite struct PartEditTests {
    static let cases = [
        PartEditCase("first attribute", #"#EXT-X-KEY:URI="a,b",X-Y=1"#, #"#EXT-X-KEY:URI="c",X-Y=1"#) {
            try $0.setAttribute("URI", to: .quotedString("c"), line: 2)
        },
        PartEditCase(
            "blanks, order and unknown attributes stay",
            "#EXT-X-KEY: METHOD=AES-128 ,\tX=\"y\", URI=\"a\" ,Z=1 ",
            "#EXT-X-KEY: METHOD=AES-128 ,\tX=\"y\", URI=\"b\" ,Z=1 "
        ) {
            try $0.setAttribute("URI", to: .quotedString("b"), line: 2)
        },
        PartEditCase("absent", #"#EXT-X-MAP:URI="a" "#, #"#EXT-X-MAP:URI="a",BYTERANGE="1@0" "#) {
            try $0.setAttribute("BYTERANGE", to: .quotedString("1@0"), line: 2)
        },
        PartEditCase("empty list", "#EXT-X-KEY:", "#EXT-X-KEY:METHOD=NONE") {
            try $0.setAttribute("METHOD", to: .enumeratedString("NONE"), line: 2)
        },
        PartEditCase("no colon", "#EXT-X-KEY ", "#EXT-X-KEY:METHOD=NONE ") {
            try $0.setAttribute("METHOD", to: .enumeratedString("NONE"), line: 2)
        },
        PartEditCase("several", "#EXT-X-KEY:A=1,B=2,C=3", "#EXT-X-KEY:A=9,C=8,D=0x0a,E=5") {
            try $0.setAttribute("A", to: .decimalInteger(9), line: 2)
            try $0.setAttribute("D", to: .hexadecimalSequence([10]), line: 2)
            try $0.removeAttribute("B", line: 2)
            try $0.setAttribute("E", to: .decimalInteger(4), line: 2)
            try $0.setAttribute("C", to: .decimalInteger(8), line: 2)
            try $0.setAttribute("E", to: .decimalInteger(5), line: 2)
        },
        PartEditCase("of a replaced line", "x", #"#EXT-X-KEY:URI="b",C=1"#) {
            try $0.replace(line: 2, with: #"#EXT-X-KEY:URI="a""#)
            try $0.setAttribute("URI", to: .quotedString("b"), line: 2)
            try $0.setAttribute("C", to: .decimalInteger(1), line: 2)
        },
        PartEditCase("a replacement wins", #"#EXT-X-KEY:URI="a""#, "#x") {
            try $0.setAttribute("URI", to: .quotedString("b"), line: 2)
            try $0.replace(line: 2, with: "#x")
        },
        PartEditCase("back to what it was", "#EXT-X-KEY:A=1", "#EXT-X-KEY:A=1") {
            try $0.setAttribute("B", to: .decimalInteger(2), line: 2)
            try $0.removeAttribute("B", line: 2)
        },
        PartEditCase("remove the first", "#EXT-X-KEY:A=1, B=2,C=3", "#EXT-X-KEY:B=2,C=3") {
            try $0.removeAttribute("A", line: 2)
        },
        PartEditCase("remove the one in the middle", "#EXT-X-KEY:A=1,B=\"x,y\",C=3", "#EXT-X-KEY:A=1,C=3") {
            try $0.removeAttribute("B", line: 2)
        },
        PartEditCase("remove the last", "#EXT-X-KEY:A=1,B=2 ", "#EXT-X-KEY:A=1 ") {
            try $0.removeAttribute("B", line: 2)
        },
        PartEditCase("remove two at the end", "#EXT-X-KEY:A=1,B=2,C=3", "#EXT-X-KEY:A=1") {
            try $0.removeAttribute("B", line: 2)
            try $0.removeAttribute("C", line: 2)
        },
        PartEditCase("remove the only one", "#EXT-X-KEY:A=1", "#EXT-X-KEY:") {
            try $0.removeAttribute("A", line: 2)
        },
        PartEditCase("start of a URI", "old/a.ts?x=1", "https://cdn/new/a.ts?x=1") {
            try $0.replaceText(in: 1..<4, with: "https://cdn/new", line: 2)
        },
        PartEditCase("two parts, from the right", "a/b/c", "x/b/z.ts") {
            try $0.replaceText(in: 5..<6, with: "z.ts", line: 2)
            try $0.replaceText(in: 1..<2, with: "x", line: 2)
        },
        PartEditCase("insertion at both ends", "a", "<a>") {
            try $0.replaceText(in: 2..<2, with: ">", line: 2)
            try $0.replaceText(in: 1..<1, with: "<", line: 2)
        },
        PartEditCase("beyond ASCII", "ü/日本.ts", "ü/x.ts") {
            try $0.replaceText(in: 4..<10, with: "x", line: 2)
        },
    ]

    @Test(arguments: cases, ["\n", "\r\n", ""])
    func changesItsPart(_ example: PartEditCase, ending: String) throws {
        var playlist = try document("\u{FEFF}#EXTM3U\r\n" + example.before + ending)
        try example.edit(&playlist)
        #expect(text(playlist) == "\u{FEFF}#EXTM3U\r\n" + example.after + ending)
        #expect(try playlist.editedLine(2)?.text == example.after)
        #expect(try playlist.line(2).text == example.before)
    }

    @Test(
        arguments: [
            ("a URI line", "a.ts", .edit(.notATag)),
            ("a comment", "# a", .edit(.notATag)),
            ("twice", "#EXT-X-KEY:A=1,A=2", .attribute(.duplicate("A"))),
            ("unclosed quote behind it", "#EXT-X-KEY:A=1,B=\"", .attribute(.unclosedQuotedString("B"))),
            ("no list", "#EXTINF:4,", .attribute(.missingEqualsSign("4"))),
        ] as [(String, String, PlaylistError.Problem)]
    )
    func refusesLines(name: String, line: String, expected: PlaylistError.Problem) throws {
        var playlist = try document("#EXTM3U\n\(line)\n")
        let set = problem { try playlist.setAttribute("A", to: .decimalInteger(1), line: 2) }
        #expect(set?.problem == expected)
        #expect(set?.line == 2)
        #expect(problem { try playlist.removeAttribute("A", line: 2) }?.problem == expected)
        #expect(!playlist.isEdited)
    }

    /// A line similar to an edited one, but with a quote in the URI, is parsed again.
    @Test func looksAgainAtLinesThatAreOnlyAlike() throws {
        let lines = [
            #"#EXT-X-KEY:URI="1",A=1"#, #"#EXT-X-KEY:URI="2",A=1"#, #"#EXT-X-KEY:URI="",A=1"#,
            #"#EXT-X-KEY:URI="3",B="x",A=1"#, #"#EXT-X-KEY:URI=",A=1"#, #"#EXT-X-KEY:URI="4",A="#,
            #"#EXT-X-KEY:URI="5"x",A=1"#,
        ]
        var playlist = try document("#EXTM3U\n" + lines.joined(separator: "\n"))
        let attribute = try WrittenAttribute("URI", .quotedString("n"))
        for line in 2...5 { try playlist.set(attribute, line: line) }
        for line in 6...8 { #expect(problem { try playlist.set(attribute, line: line) }?.line == line) }
        let expected = [
            #"#EXT-X-KEY:URI="n",A=1"#, #"#EXT-X-KEY:URI="n",A=1"#, #"#EXT-X-KEY:URI="n",A=1"#,
            #"#EXT-X-KEY:URI="n",B="x",A=1"#,
        ]
        #expect(text(playlist) == (["#EXTM3U"] + expected + lines[4...]).joined(separator: "\n"))
    }

    @Test func refusesRemovedLinesAndTheFirst() throws {
        var playlist = try document("#EXTM3U\n#EXT-X-KEY:A=1\n")
        try playlist.remove(line: 2)
        let set = problem { try playlist.setAttribute("A", to: .decimalInteger(1), line: 2) }
        #expect(set?.problem == .edit(.removedLine))
        #expect(problem { try playlist.removeAttribute("A", line: 2) }?.problem == .edit(.removedLine))
        #expect(
            problem { try playlist.replaceText(in: 1..<1, with: "", line: 2) }?.problem == .edit(.removedLine)
        )
        #expect(try playlist.editedLine(2) == nil)
        #expect(
            problem { try playlist.replaceText(in: 1..<1, with: "", line: 1) }?.problem
                == .edit(.fixedHeader)
        )
        for line in [0, 3, .min, .max] {
            #expect(problem { try playlist.replaceText(in: 1..<1, with: "", line: line) } != nil)
            #expect(problem { try playlist.setAttribute("A", to: .decimalInteger(1), line: line) } != nil)
            #expect(problem { try playlist.removeAttribute("A", line: line) } != nil)
        }
    }

    @Test(arguments: [0..<1, 1..<5, 5..<5, Int.min..<2, 1..<Int.max, 2..<3, 1..<2])
    func refusesPartsThatAreNotInTheLine(columns: Range<Int>) throws {
        var playlist = try document("#EXTM3U\nüa\n")
        #expect(
            problem { try playlist.replaceText(in: columns, with: "x", line: 2) }?.problem
                == .edit(.noSuchPart(length: 3))
        )
        #expect(!playlist.isEdited)
    }
}

/// An edit of line 2, and the expected line.
struct PartEditCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let before: String
    let after: String
    let edit: @Sendable (inout PlaylistDocument) throws -> Void

    init(
        _ description: String,
        _ before: String,
        _ after: String,
        _ edit: @escaping @Sendable (inout PlaylistDocument) throws -> Void
    ) {
        testDescription = description
        self.before = before
        self.after = after
        self.edit = edit
    }
}
