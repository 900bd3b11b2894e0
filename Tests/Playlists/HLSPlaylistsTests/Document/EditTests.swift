import HLSPlaylists
import PlaylistFixtures
import Testing

/// One or more edits of a document, and the expected result, written by hand.
struct EditCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let before: String
    let after: String
    let edit: @Sendable (inout PlaylistDocument) throws -> Void
}

@Suite struct EditTests {
    static let cases = [
        EditCase(
            testDescription: "insert before, CRLF",
            before: "#EXTM3U\r\na\r\nb\n",
            after: "#EXTM3U\r\nX\r\na\r\nb\n"
        ) {
            try $0.insert("X", before: 2)
        },
        EditCase(
            testDescription: "insert before takes the ending of its neighbour",
            before: "#EXTM3U\r\na\n",
            after: "#EXTM3U\r\nX\na\n"
        ) {
            try $0.insert("X", before: 2)
        },
        EditCase(
            testDescription: "several before one line keep their order",
            before: "#EXTM3U\na\n",
            after: "#EXTM3U\nX\nY\na\n"
        ) {
            try $0.insert("X", before: 2)
            try $0.insert("Y", before: 2)
        },
        EditCase(
            testDescription: "several after one line keep their order",
            before: "#EXTM3U\na\n",
            after: "#EXTM3U\nX\nY\na\n"
        ) {
            try $0.insert("X", after: 1)
            try $0.insert("Y", after: 1)
        },
        EditCase(
            testDescription: "after comes before the next line's before",
            before: "#EXTM3U\na\n",
            after: "#EXTM3U\nX\nY\na\n"
        ) {
            try $0.insert("Y", before: 2)
            try $0.insert("X", after: 1)
        },
        EditCase(testDescription: "append", before: "#EXTM3U\na\r\n", after: "#EXTM3U\na\r\nX\r\n") {
            try $0.append("X")
        },
        EditCase(
            testDescription: "append behind a line without ending",
            before: "#EXTM3U\r\na",
            after: "#EXTM3U\r\na\r\nX\r\n"
        ) {
            try $0.append("X")
        },
        EditCase(
            testDescription: "append behind a CR without LF, which is text",
            before: "#EXTM3U\na\r",
            after: "#EXTM3U\na\r\r\nX\n"
        ) {
            try $0.append("X")
        },
        EditCase(
            testDescription: "append to one line without ending",
            before: "#EXTM3U",
            after: "#EXTM3U\nX\nY\n"
        ) {
            try $0.append("X")
            try $0.append("Y")
        },
        EditCase(
            testDescription: "insert before a line without ending",
            before: "#EXTM3U\r\na",
            after: "#EXTM3U\r\nX\r\na"
        ) {
            try $0.insert("X", before: 2)
        },
        EditCase(
            testDescription: "replace keeps the ending",
            before: "#EXTM3U\na\r\nb\n",
            after: "#EXTM3U\nX\r\nb\n"
        ) {
            try $0.replace(line: 2, with: "X")
        },
        EditCase(
            testDescription: "replace a line without ending",
            before: "#EXTM3U\r\na",
            after: "#EXTM3U\r\nX"
        ) {
            try $0.replace(line: 2, with: "X")
        },
        EditCase(
            testDescription: "replace and append behind it",
            before: "#EXTM3U\r\na",
            after: "#EXTM3U\r\nX\r\nY\r\n"
        ) {
            try $0.append("Y")
            try $0.replace(line: 2, with: "X")
        },
        EditCase(testDescription: "the last replacement wins", before: "#EXTM3U\na\n", after: "#EXTM3U\nY\n")
        {
            try $0.remove(line: 2)
            try $0.replace(line: 2, with: "X")
            try $0.replace(line: 2, with: "Y")
        },
        EditCase(testDescription: "remove", before: "#EXTM3U\na\nb\r\n", after: "#EXTM3U\nb\r\n") {
            try $0.remove(line: 2)
        },
        EditCase(
            testDescription: "what stands beside a removed line stays",
            before: "#EXTM3U\na\nb",
            after: "#EXTM3U\nX\nY\nb"
        ) {
            try $0.insert("X", before: 2)
            try $0.insert("Y", after: 2)
            try $0.remove(line: 2)
        },
        EditCase(
            testDescription: "remove the last line, which has no ending",
            before: "#EXTM3U\r\na",
            after: "#EXTM3U\r\nX\r\n"
        ) {
            try $0.remove(line: 2)
            try $0.append("X")
        },
        EditCase(
            testDescription: "byte order mark stays first",
            before: "\u{FEFF}#EXTM3U\na\n",
            after: "\u{FEFF}#EXTM3U\nX\na\n"
        ) {
            try $0.insert("X", after: 1)
        },
        EditCase(
            testDescription: "a blank line and text beyond ASCII",
            before: "#EXTM3U\na\n",
            after: "#EXTM3U\n\n# ü🎬\ta\na\n"
        ) {
            try $0.insert("", before: 2)
            try $0.insert("# ü🎬\ta", before: 2)
        },
    ]

    @Test(arguments: cases)
    func changesItsOwnLines(_ example: EditCase) throws {
        var playlist = try document(example.before)
        try example.edit(&playlist)
        #expect(text(playlist) == example.after)
        #expect(playlist.isEdited)
    }

    @Test(arguments: ["a\nb", "a\r", "\n", "a\0", "\u{1B}[0m", "a\u{85}b", "\u{7F}"])
    func refusesTextThatIsNotOneLine(text: String) throws {
        var playlist = try document("#EXTM3U\na\n")
        #expect(problem { try playlist.insert(text, before: 2) } != nil)
        #expect(problem { try playlist.insert(text, after: 2) } != nil)
        #expect(problem { try playlist.replace(line: 2, with: text) } != nil)
        #expect(problem { try playlist.append(text) } != nil)
        #expect(!playlist.isEdited)
    }

    @Test func keepsTheFirstLineFirst() throws {
        var playlist = try document("#EXTM3U\na\n")
        #expect(problem { try playlist.insert("X", before: 1) }?.problem == .edit(.fixedHeader))
        #expect(problem { try playlist.replace(line: 1, with: "X") }?.problem == .edit(.fixedHeader))
        #expect(problem { try playlist.remove(line: 1) }?.problem == .edit(.fixedHeader))
        #expect(!playlist.isEdited)
    }

    @Test(arguments: [0, 3, Int.max, Int.min])
    func refusesLinesOutsideOfTheDocument(line: Int) throws {
        var playlist = try document("#EXTM3U\na\n")
        #expect(problem { try playlist.insert("X", before: line) } != nil)
        #expect(problem { try playlist.insert("X", after: line) } != nil)
        #expect(problem { try playlist.replace(line: line, with: "X") } != nil)
        #expect(problem { try playlist.remove(line: line) } != nil)
        #expect(!playlist.isEdited)
    }
}
