import Failures
import TestRandomness
import Testing

@testable import Batch

/// Manifests written with a part of their titles.
struct ManifestWritingTests {
    private static func read(_ text: [UInt8], _ format: ManifestFormat) throws(RunFailure) -> Manifest {
        try Manifest(bytes: text, format: format, source: "m")
    }

    /// Titles 1 and 3 of three are written.
    @Test(
        arguments: [
            (
                .csv, "\u{FEFF}input,\"content-id\",x\r\n\r\na,1,\"\"\"\n\"\r\nb,2,\nc,\"3\",",
                "input,\"content-id\",x\r\na,1,\"\"\"\n\"\r\nc,\"3\",\r\n"
            ),
            (.csv, "input,content_id\na,1\nb,2\nc,3", "input,content_id\na,1\nc,3\n"),
            (
                .jsonLines,
                "{\"content_id\":1, \"input\":\"\\u0061\", \"x\":2.50}\r\n{\"content_id\":2,\"input\":\"b\"}\n\n"
                    + " {\"content_id\":3,\"input\":[\"c\"]}",
                "{\"content_id\":1, \"input\":\"\\u0061\", \"x\":2.50}\n {\"content_id\":3,\"input\":[\"c\"]}\n"
            ),
            (
                .yaml,
                "defaults: {x: yes}\ntitles: [{content_id: 1, input: a}, {content_id: 2, input: a}, "
                    + "{content_id: 3, input: [c, \"*d\"], x: ~}]",
                "- \"content_id\": \"1\"\n  \"input\": \"a\"\n  \"x\": \"yes\"\n"
                    + "- \"content_id\": \"3\"\n  \"input\": [\"c\", \"\\x2Ad\"]\n"
            ),
        ] as [(ManifestFormat, String, String)]
    )
    func `Titles are written as they are`(format: ManifestFormat, text: String, expected: String) throws {
        let manifest = try Self.read(Array(text.utf8), format)
        let some = try manifest.titles.filter { $0.index != 1 }
        #expect(String(decoding: try manifest.contents(of: some), as: UTF8.self) == expected)
        let again = try Self.read(manifest.contents(of: some), format)
        #expect(try again.titles.map(\.cells) == some.map(\.cells))
        #expect(try again.contents(of: again.titles) == manifest.contents(of: some))
    }

    @Test func `A key that YAML does not take in one line is written`() throws {
        for length in [990, 1000, 1010, 1100, 5000] {
            let name = String(repeating: "n", count: length)
            let text = "- ? \(name)\n  : x\n  content_id: a\n  input: b\n"
            let manifest = try Self.read(Array(text.utf8), .yaml)
            let again = try Self.read(manifest.contents(of: manifest.titles), .yaml)
            #expect(try again.titles.map(\.cells) == manifest.titles.map(\.cells))
        }
    }

    /// Cells of pieces that are special in one of the formats; the test has its own encoders.
    @Test(arguments: ManifestFormat.allCases)
    func `What is written reads the same`(format: ManifestFormat) throws {
        let seed = UInt64.random(in: 0...(.max))
        print("seed of round trips in \(format.rawValue): \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let titles = RandomTitles(using: &generator)
            let manifest = try Self.read(Array(titles.text(format).utf8), format)
            #expect(
                try manifest.titles.map { $0.cells.map { [$0.name, $0.text] } } == titles.cells,
                "seed \(seed)"
            )
            let some = try manifest.titles.filter { _ in Bool.random(using: &generator) }
            guard !some.isEmpty else { continue }
            let again = try Self.read(manifest.contents(of: some), format)
            #expect(try again.titles.map(\.cells) == some.map(\.cells), "seed \(seed)")
        }
    }
}

/// Titles with cells that are difficult to encode.
private struct RandomTitles {
    /// No piece begins with a byte order mark, which the YAML parser drops at the start of a scalar.
    private static let pieces = [
        "a", "B", "7", " ", ",", "\"", "\"\"", "'", ":", ": ", "#", " #", "*a", " *a", "&b", "- ", "{", "}",
        "[",
        "]", "|", ">", "%", "@", "!", "\\", "\\n", "\t", "null", "~", "yes", "ä", "😀", "e\u{301}", "\u{2028}",
        "\u{85}", "a\u{FEFF}", "\u{7F}", "\u{1}", "<<", "?", "=", "\r\n", "\n", "\u{FFFF}", "\u{1F}", ";",
    ]

    private let names: [String]
    /// For each title the name and text of each of its cells.
    let cells: [[[String]]]

    init(using generator: inout SeededGenerator) {
        func text() -> String {
            (0..<Int.random(in: 1...8, using: &generator))
                .map { _ in Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &generator)] }.joined()
        }
        let names = ["content_id", "input"] + (0..<3).map { "\(text())c\($0)" }
        cells = (0..<Int.random(in: 1...5, using: &generator)).map { index in
            names.enumerated().map { column, name in
                switch column {
                case 0: [name, text() + "\(index)"]
                // A line end would make several inputs in CSV.
                case 1: [name, "x" + text().filter { !$0.isNewline }]
                default: [name, text()]
                }
            }
        }
        self.names = names
    }

    func text(_ format: ManifestFormat) -> String {
        switch format {
        case .csv:
            ([names] + cells.map { $0.map { $0[1] } })
                .map { $0.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") }
                .joined(separator: "\r\n")
        case .jsonLines: cells.map { object($0) }.joined(separator: "\n")
        // YAML reads the escapes of JSON, except surrogate pairs.
        case .yaml: cells.map { "- " + object($0) }.joined(separator: "\n")
        }
    }

    /// Returns an object in which every character except letters and digits is escaped.
    private func object(_ cells: [[String]]) -> String {
        "{" + cells.map { $0.map(quoted).joined(separator: ": ") }.joined(separator: ", ") + "}"
    }

    private func quoted(_ text: String) -> String {
        "\""
            + text.unicodeScalars.map { scalar in
                let isPlain = scalar.isASCII && scalar.properties.isAlphabetic || scalar.value > 0xFFFF
                guard !isPlain else { return String(scalar) }
                let digits = String(scalar.value, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined() + "\""
    }
}
