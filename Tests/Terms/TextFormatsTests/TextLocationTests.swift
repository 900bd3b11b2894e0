import Testing
import TextFormats

@Suite struct TextLocationTests {
    /// Columns counted by hand: each Unicode scalar is one.
    ///
    /// So `ß` of two bytes and `😀` of four are one column, and `e` with a combining accent is two.
    @Test(
        arguments: [
            ("the first byte", "abc", 0, 1, 1),
            ("behind the last", "abc", 3, 1, 4),
            ("the line feed itself", "abc\nd", 3, 1, 4),
            ("behind a line feed", "abc\nd", 4, 2, 1),
            ("behind a last line feed", "a\n\n", 3, 3, 1),
            ("a carriage return is of the line", "ab\r\nc", 4, 2, 1),
            ("a carriage return alone ends none", "ab\rc", 3, 1, 4),
            ("behind a scalar of two bytes", "ßa", 2, 1, 2),
            ("behind a scalar of four bytes", "x\n😀a", 6, 2, 2),
            ("behind a scalar of its own accent", "e\u{301}a", 3, 1, 3),
            ("an empty text", "", 0, 1, 1),
        ] as [(String, String, Int, Int, Int)]
    )
    func `A byte has a line and a column`(name: String, text: String, offset: Int, line: Int, column: Int) {
        let location = TextLocation(of: offset, in: Array(text.utf8)[...], source: "a")
        #expect(location == TextLocation(in: "a", line: line, column: column))
    }

    @Test func `TestPaths are counted from the start of the slice`() {
        let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("ab\nc".utf8)
        #expect(
            TextLocation(of: 4, in: marked[3...], source: "a") == TextLocation(in: "a", line: 1, column: 2)
        )
        #expect(
            TextLocation(of: 6, in: marked[3...], source: "a") == TextLocation(in: "a", line: 2, column: 1)
        )
        // A byte inside the byte order mark has the location of the beginning of the text.
        #expect(
            TextLocation(of: 1, in: marked[3...], source: "a") == TextLocation(in: "a", line: 1, column: 1)
        )
    }

    @Test func `A place is written as editors take it`() {
        #expect("\(TextLocation(in: "a.yaml"))" == "a.yaml")
        #expect("\(TextLocation(in: "a.yaml", line: 2))" == "a.yaml:2")
        #expect("\(TextLocation(in: "a.yaml", line: 2, column: 7))" == "a.yaml:2:7")
        #expect(TextLocation(in: "a.yaml", column: 7) == TextLocation(in: "a.yaml"))
    }
}
