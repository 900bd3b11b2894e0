import Testing
import TextFormats

/// Records of RFC 4180, section 2.
struct CSVReaderTests {
    private static func records(
        _ text: String,
        endsLinesAtCarriageReturns: Bool = false
    ) throws(CSVReader.Failure) -> [(line: Int, fields: [String])] {
        let bytes = Array(text.utf8)
        var reader = CSVReader(endsLinesAtCarriageReturns: endsLinesAtCarriageReturns)
        var records: [(Int, [String])] = []
        while let record = try reader.next(in: bytes.span) {
            let fields = record.fields.map { String(decoding: $0.bytes(in: bytes.span), as: UTF8.self) }
            records.append((record.line, fields))
        }
        return records
    }

    @Test(
        arguments: [
            ("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]], [1, 2]),
            ("a,b", [["a", "b"]], [1]), (",", [["", ""]], [1]), ("a,\nb", [["a", ""], ["b"]], [1, 2]),
            ("\n\r\na\n\nb\n", [["a"], ["b"]], [3, 5]),
            ("\"aaa\",\"b \r\nbb\",\"c\"\"c\"\nz", [["aaa", "b \r\nbb", "c\"c"], ["z"]], [1, 3]),
            ("\"\"", [[""]], [1]), ("", [], []), (" a ,\t", [[" a ", "\t"]], [1]),
        ] as [(String, [[String]], [Int])]
    )
    func `A text is read as its records`(text: String, expected: [[String]], lines: [Int]) throws {
        let records = try Self.records(text)
        #expect(records.map(\.fields) == expected)
        #expect(records.map(\.line) == lines)
    }

    @Test(arguments: [
        ("a,b\"c", 3, CSVReader.Failure.Problem.quoteInField), ("\"a\"b", 3, .textAfterQuotes),
        ("x,\"a\n", 2, .unclosedQuotes), ("a\rb", 1, .loneCarriageReturn), ("\"a\"\rb", 3, .textAfterQuotes),
        ("a\n\rb", 2, .loneCarriageReturn),
    ])
    func `What the grammar does not allow is told with its place`(
        text: String,
        offset: Int,
        problem: CSVReader.Failure.Problem
    ) throws {
        let failure = try #require(#expect(throws: CSVReader.Failure.self) { try Self.records(text) })
        #expect(failure.offset == offset && failure.problem == problem)
    }

    @Test func `A carriage return alone ends a line where that is asked for`() throws {
        let records = try Self.records("a\rb\r\r\n\"c\"\r", endsLinesAtCarriageReturns: true)
        #expect(records.map(\.fields) == [["a"], ["b"], ["c"]])
    }
}
