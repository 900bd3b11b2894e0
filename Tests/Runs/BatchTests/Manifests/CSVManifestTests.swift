import Failures
import Testing

@testable import Batch

/// Manifests in comma-separated values (RFC 4180).
struct CSVManifestTests {
    private static func read(_ text: String) throws(RunFailure) -> Manifest {
        try Manifest(bytes: Array(text.utf8), format: .csv, source: "m.csv")
    }

    /// The two titles of the examples in RFC 4180, as `name=text`.
    private static let plain = [
        ["content_id=aaa", "input=bbb", "note=ccc"], ["content_id=zzz", "input=yyy", "note=xxx"],
    ]

    /// The examples of RFC 4180 section 2, after a manifest header.
    @Test(
        arguments: [
            ("1. line ends", "aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", plain),
            ("2. none at the end", "aaa,bbb,ccc\r\nzzz,yyy,xxx", plain),
            ("5. quotes", "\"aaa\",\"bbb\",\"ccc\"\r\nzzz,yyy,xxx", plain),
            (
                "6. a line end in quotes", "\"aaa\",\"bbb\",\"c\r\ncc\"\r\nzzz,yyy,xxx",
                [["content_id=aaa", "input=bbb", "note=c\r\ncc"], plain[1]]
            ),
            (
                "7. a doubled quote", "\"aaa\",\"bbb\",\"c\"\"cc\"",
                [["content_id=aaa", "input=bbb", "note=c\"cc"]]
            ),
            ("line feeds", "aaa,bbb,ccc\nzzz,yyy,xxx\n", plain),
            ("empty lines", "\r\n\naaa,bbb,ccc\n\n\r\nzzz,yyy,xxx\n\n", plain),
            ("4. spaces are part of a cell", " a,b ,\" c\"", [["content_id= a", "input=b ", "note= c"]]),
            ("an empty cell is absent", "a,b,", [["content_id=a", "input=b"]]),
            ("an empty quoted cell, too", "a,b,\"\"\n", [["content_id=a", "input=b"]]),
            (
                "only quotes and commas", "a,\",\",\"\"\"\"\"\"\n",
                [["content_id=a", "input=,", "note=\"\""]]
            ),
            (
                "several inputs", "a,\"b.mp4\nc.mp4\r\n\r\nd.mp4\n\",c",
                [["content_id=a", "input=b.mp4", "input=c.mp4", "input=d.mp4", "note=c"]]
            ),
        ] as [(String, String, [[String]])]
    )
    func `Rows are read as RFC 4180 has them`(name: String, rows: String, expected: [[String]]) throws {
        for start in ["", "\u{FEFF}"] {
            let manifest = try Self.read(start + "content_id,input,note\r\n" + rows)
            let titles = try manifest.titles.map { title in title.cells.map { "\($0.name)=\($0.text)" } }
            #expect(titles == expected)
            #expect(try manifest.titles.map(\.index) == Array(0..<expected.count))
        }
    }

    @Test func `Titles know their lines, columns their names`() throws {
        let manifest = try Self.read(
            """
            input,key-per,"content
            id",content-id,input

            a.mp4,track,"x
            y",one,b.mp4
            c.mp4,,,two,
            """
        )
        #expect(try manifest.titles.map(\.line) == [4, 6])
        #expect(manifest.columns.map(\.name) == ["input", "key-per", "content\nid", "content-id"])
        #expect(manifest.columns.map(\.key) == ["input", "key_per", "content\nid", "content_id"])
        #expect(manifest.columns.allSatisfy { $0.line == 1 })
        let first = try manifest.titles[0]
        #expect(first.values("input") == ["a.mp4", "b.mp4"])
        #expect(first.value("content_id") == "one" && first.value("content-id") == "one")
        #expect(first.value("key-per") == "track" && first.value("key_per") == "track")
        #expect(try manifest.titles[1].value("key-per") == nil)
        #expect(try manifest.titles[1].values("input") == ["c.mp4"])
    }

    @Test(
        arguments: [
            ("", "m.csv: ", "a header"),
            ("\n\r\n", "m.csv: ", "a header"),
            ("content_id,input\n", "m.csv: ", "no titles"),
            ("content_id;input\na;b", "m.csv:1:11: ", "semicolons (expected commas)"),
            ("content_id\tinput\na\tb", "m.csv:1:11: ", "tabs (expected commas)"),
            ("content_id,input,x,x\n", "m.csv:1: ", "\"x\" appears twice. Remove"),
            ("content_id,key-per,input,key_per\n", "m.csv:1: ", "(- and _ are the same: \"key-per\")"),
            ("content_id,content-id,input\n", "m.csv:1: ", "appears twice"),
            ("content_id,,input\n", "m.csv:1: ", "column 2 has no name"),
            ("content_id,input,\" \"\n", "m.csv:1: ", "column 3 has no name"),
            ("content_id,imput\n", "m.csv:1: ", "no column \"input\" (got \"imput\")"),
            ("a,b.mp4\n", "m.csv:1: ", "no column \"input\""),
            ("input,title\n", "m.csv:1: ", "no column \"content_id\""),
            ("content_id,input\na,b,c\n", "m.csv:2: ", "has 3 cells (expected 2"),
            ("content_id,input\na,b\n\nc\n", "m.csv:4: ", "has 1 cell (expected 2"),
            ("content_id,input\na,\"b\nc,d\n", "m.csv:2:3: ", "does not end"),
            ("content_id,input\na,\"b\"c\n", "m.csv:2:6: ", "follows the end"),
            ("content_id,input\na,\"b\" \n", "m.csv:2:6: ", "follows the end"),
            ("content_id,input\nä,b\"c\"\n", "m.csv:2:4: ", "not quoted"),
            ("content_id,input\na,b\rc,d\n", "m.csv:2:4: ", "not followed by a line feed"),
            ("content_id,input\r", "m.csv:1:17: ", "not followed by a line feed"),
            ("content_id,input\na,b\nc,\n", "m.csv:3: ", "no \"input\", or an empty one"),
            ("content_id,input\na,\"\n\n\"\n", "m.csv:2: ", "no \"input\""),
            ("content_id,input\n,b\n", "m.csv:2: ", "no \"content_id\""),
            ("content_id,input\na,b\nc,d\n\na,e", "m.csv:5: ", "\"a\" appears twice (first in line 2)"),
            ("content_id,input\na,b\0\n", "m.csv:2:4: ", "NUL"),
        ]
    )
    func `What is wrong is named with its place`(text: String, location: String, part: String) {
        let error = #expect(throws: RunFailure.self) { try Self.read(text) }
        #expect(error?.description.hasPrefix(location) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }

    @Test func `Content ids differ if their bytes do`() throws {
        let manifest = try Self.read("content_id,input\ne\u{301},a\n\u{E9},b\n")
        #expect(try manifest.titles.count == 2)
    }
}
