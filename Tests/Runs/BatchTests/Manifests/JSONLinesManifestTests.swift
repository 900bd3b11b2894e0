import Failures
import Testing

@testable import Batch

/// Manifests in JSON Lines (RFC 8259, one object a line).
struct JSONLinesManifestTests {
    private static func read(_ text: String) throws(RunFailure) -> Manifest {
        try Manifest(bytes: Array(text.utf8), format: .jsonLines, source: "m.jsonl")
    }

    /// The JSON after `"x":`, and the value read from it, or nil if it counts as absent.
    @Test(
        arguments: [
            (#""""#, ""), (#""a b""#, "a b"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u00e4\u20AC""#, "ä€"), (#""\ud83d\uDE00x""#, "😀x"), (#""\uffff""#, "\u{FFFF}"),
            (#""ä😀""#, "ä😀"), ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"), (#""a\u0041b""#, "aAb"),
            ("6", "6"), ("2.5", "2.5"), ("2.50", "2.50"), ("-0", "-0"), ("1e3", "1e3"),
            ("1.5E-07", "1.5E-07"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
            ("true", "true"), ("false", "false"), ("null", nil), (" \t1\t ", "1"),
        ] as [(String, String?)]
    )
    func `Values keep what is written`(json: String, expected: String?) throws {
        for end in ["}", "\n}\n".replacing("\n", with: " "), "}\r\n", ",\"y\":\"z\"}"] {
            let title = try Self.read(#"{"content_id":"a","input":"b","x":"# + json + end).titles[0]
            #expect(title.value("x").map { Array($0.utf8) } == expected.map { Array($0.utf8) })
        }
    }

    @Test func `Titles know their lines, columns theirs`() throws {
        let manifest = try Self.read(
            """
            \u{FEFF}{"content-id": "a", "input": ["x.mp4", "y.mp4"], "key-per": "track"}
              \t
            { "key_per" : null, "input" : "z.mp4" , "content_id" : 7, "lang\\u0075age": "fr" }\r
            """
        )
        #expect(try manifest.titles.map(\.line) == [1, 3])
        #expect(try manifest.titles.map(\.index) == [0, 1])
        #expect(manifest.columns.map(\.name) == ["content-id", "input", "key-per", "language"])
        #expect(manifest.columns.map(\.line) == [1, 1, 1, 3])
        #expect(try manifest.titles[0].values("input") == ["x.mp4", "y.mp4"])
        #expect(try manifest.titles[0].value("key_per") == "track")
        #expect(try manifest.titles[1].value("key-per") == nil)
        #expect(try manifest.titles[1].value("content_id") == "7")
    }

    @Test(
        arguments: [
            ("", "m.jsonl: ", "no titles"), ("\n \n", "m.jsonl: ", "no titles"),
            ("[\n", "m.jsonl:1:1: ", "but an array"), ("\n  x", "m.jsonl:2:3: ", "not a JSON object"),
            ("\"a\"", "m.jsonl:1:1: ", "not a JSON object"),
            ("{", "m.jsonl:1:2: ", "a name in double quotes"),
            ("{}", "m.jsonl:1: ", "no \"content_id\""), ("{} {}", "m.jsonl:1:4: ", "follows the object"),
            (#"{"a"}"#, "m.jsonl:1:5: ", "a colon"), (#"{"a":}"#, "m.jsonl:1:6: ", "a value"),
            (#"{"a":1,}"#, "m.jsonl:1:8: ", "a name"), (#"{"a":1"#, "m.jsonl:1:7: ", "ends within an object"),
            (#"{"input":["b""#, "m.jsonl:1:14: ", "ends within an array"),
            (#"{"a":1 "b":2}"#, "m.jsonl:1:8: ", "a comma or }"), (#"{a:1}"#, "m.jsonl:1:2: ", "a name"),
            (#"{"a":01}"#, "m.jsonl:1:7: ", "a comma"), (#"{"a":1.}"#, "m.jsonl:1:8: ", "a value"),
            (#"{"a":.5}"#, "m.jsonl:1:6: ", "a value"), (#"{"a":+1}"#, "m.jsonl:1:6: ", "a value"),
            (#"{"a":1e}"#, "m.jsonl:1:8: ", "a value"), (#"{"a":NaN}"#, "m.jsonl:1:6: ", "a value"),
            (#"{"a":nul}"#, "m.jsonl:1:6: ", "a value"), (#"{"a":'b'}"#, "m.jsonl:1:6: ", "a value"),
            (#"{"a":"b"#, "m.jsonl:1:6: ", "does not end"),
            (#"{"ä":"\x"}"#, "m.jsonl:1:7: ", "escape is unknown"),
            ("{\"a\":\"b\tc\"}", "m.jsonl:1:8: ", "control character"),
            (#"{"a":"\u12G4"}"#, "m.jsonl:1:11: ", "hexadecimal"),
            (#"{"a":"\ud800"}"#, "m.jsonl:1:7: ", "surrogate"),
            (#"{"a":"\udc00\ud800"}"#, "m.jsonl:1:7: ", "surrogate"),
            (#"{"a":"\ud800\u0041"}"#, "m.jsonl:1:7: ", "surrogate"),
            (#"{"a":"b\u0000"}"#, "m.jsonl:1:8: ", "NUL"), ("{\"a\":\"\0\"}", "m.jsonl:1:7: ", "NUL"),
            (#"{"a":{}}"#, "m.jsonl:1:6: ", "\"a\" is a list or has keys"),
            (#"{"content_id":"a","input":"b","set":["c"]}"#, "m.jsonl:1:31: ", "\"set\" is a list"),
            (#"{"input":[["b"]]}"#, "m.jsonl:1:11: ", "or a list of strings"),
            (#"{"input":["b",null]}"#, "m.jsonl:1:15: ", "an item of \"input\""),
            (#"{"input":["b",]}"#, "m.jsonl:1:15: ", "a value"),
            (#"{"input":["b"}"#, "m.jsonl:1:14: ", "or ]"),
            (#"{"content_id":"a","input":[]}"#, "m.jsonl:1: ", "no \"input\""),
            (#"{"content_id":"a","input":["b",""]}"#, "m.jsonl:1: ", "no \"input\""),
            (#"{"content_id":null,"input":"b"}"#, "m.jsonl:1: ", "no \"content_id\""),
            (#"{"content_id":"","input":"b"}"#, "m.jsonl:1: ", "no \"content_id\""),
            (#"{"x":1,"x":2}"#, "m.jsonl:1:8: ", "\"x\" appears twice"),
            (#"{"x-y":1,"x_y":null}"#, "m.jsonl:1:10: ", "\"x_y\" appears twice"),
            (#"{"":1}"#, "m.jsonl:1:2: ", "a key has no name"),
            (
                "{\"content_id\":\"a\",\"input\":\"b\"}\n\n{\"content_id\":\"a\",\"input\":\"c\"}",
                "m.jsonl:3: ",
                "first in line 1"
            ),
        ]
    )
    func `What is wrong is named with its place`(text: String, location: String, part: String) {
        let error = #expect(throws: RunFailure.self) { try Self.read(text) }
        #expect(error?.description.hasPrefix(location) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: ["[", "{\"a\":", "{\"input\":[", "{\"input\":[["])
    func `No depth exhausts the stack`(start: String) {
        let text = start + String(repeating: "[", count: 100_000)
        #expect(throws: RunFailure.self) { try Self.read(text) }
        let objects = String(repeating: "{\"a\":", count: 100_000)
        #expect(throws: RunFailure.self) { try Self.read(objects) }
    }
}
