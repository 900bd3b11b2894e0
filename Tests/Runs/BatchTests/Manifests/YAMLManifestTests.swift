import Failures
import Testing
import TextFormats

@testable import Batch

/// Manifests in YAML.
struct YAMLManifestTests {
    private static func read(_ text: String) throws(RunFailure) -> Manifest {
        try Manifest(bytes: Array(text.utf8), format: .yaml, source: "m.yaml")
    }

    private static func cells(_ manifest: Manifest) throws -> [[String]] {
        try manifest.titles.map { title in title.cells.map { "\($0.name)=\($0.text)" } }
    }

    @Test func `A list of mappings has a title in each`() throws {
        let manifest = try Self.read(
            """
            # Two titles
            - content_id: a
              input: [x.mp4, "y: z.mp4"]
              default: yes
              segment-duration: 2.50
              title: >
                One,
                two
            -
              input:
                - z.mp4
              content-id: 007
              version: 0x1F
              date: 2024-01-01
              nothing: ~
              nil: null
              empty:
              text: "null"
              blank: ''
            """
        )
        #expect(
            try Self.cells(manifest) == [
                [
                    "content_id=a", "input=x.mp4", "input=y: z.mp4", "default=yes", "segment-duration=2.50",
                    "title=One, two\n",
                ],
                [
                    "input=z.mp4", "content-id=007", "version=0x1F", "date=2024-01-01", "text=null", "blank=",
                ],
            ]
        )
        #expect(try manifest.titles.map(\.line) == [2, 10])
        #expect(manifest.columns.map(\.key).prefix(3) == ["content_id", "input", "default"])
    }

    @Test func `What a title says goes before the defaults`() throws {
        let manifest = try Self.read(
            """
            defaults: {segment_duration: 6, key-per: track, input: [x, y], language: fr}
            titles:
              - {content_id: a}
              - {content_id: b, segment-duration: 4, language: null, input: z}
            """
        )
        #expect(
            try Self.cells(manifest) == [
                ["content_id=a", "segment_duration=6", "key-per=track", "input=x", "input=y", "language=fr"],
                ["content_id=b", "segment-duration=4", "input=z", "key-per=track"],
            ]
        )
        #expect(try manifest.titles.map(\.line) == [3, 4])
    }

    @Test(
        arguments: [
            ("", "m.yaml: ", "no titles"), ("# nothing", "m.yaml: ", "no titles"),
            ("[]", "m.yaml: ", "no titles"), ("a", "m.yaml:1:1: ", "not a list of titles"),
            ("titles: x", "m.yaml:1:9: ", "not a list of titles"),
            ("defaults: {}", "m.yaml:1:1: ", "with \"titles\""),
            ("titles: []\ntitel: x", "m.yaml:2:1: ", "expected titles or defaults"),
            ("defaults: []\ntitles: []", "m.yaml:1:11: ", "defaults is not a mapping"),
            ("- a", "m.yaml:1:3: ", "the title is not a mapping"), ("- [a]", "m.yaml:1:3: ", "not a mapping"),
            ("- content_id: a\n- x", "m.yaml:1:3: ", "no \"input\""),
            ("- input: a", "m.yaml:1:3: ", "no \"content_id\""),
            ("- {content_id: a, input: b, x: {y: z}}", "m.yaml:1:32: ", "\"x\" is a list or has keys"),
            ("- {content_id: a, input: b, x: [y]}", "m.yaml:1:29: ", "\"x\" is a list"),
            ("- {content_id: a, input: [[b]]}", "m.yaml:1:27: ", "or a list of strings"),
            ("- {content_id: a, input: [b, ~]}", "m.yaml:1:30: ", "an item of \"input\""),
            ("- {content_id: a, input: b, x: 1, x: 2}", "m.yaml:1:29: ", "\"x\" appears twice"),
            ("- {content_id: a, input: b, x-y: 1, x_y: 2}", "m.yaml:1:37: ", "\"x_y\" appears twice"),
            ("titles: []\ntitles: []", "m.yaml:1:1: ", "\"titles\" appears twice"),
            ("- {content_id: a, ? [x] : y}", "m.yaml:1:21: ", "a key is a list"),
            ("- {content_id: a, '': y}", "m.yaml:1:19: ", "no name"),
            ("- {content_id: a, x: \"b\\0\"}", "m.yaml:1:22: ", "NUL"),
            ("- content_id: *a", "m.yaml:1:15: ", "alias"),
            ("- &x {content_id: a}", "m.yaml:1:3: ", "anchor"),
            ("- content_id: &x a", "m.yaml:1:15: ", "anchor"),
            ("- &k content_id: a", "m.yaml:1:3: ", "anchor"),
            ("- {content_id: a, input: &x [b]}", "m.yaml:1:26: ", "anchor"),
            ("&x\n- a", "m.yaml:1:1: ", "anchor"),
            ("- {content_id: !!int 5, input: b}", "m.yaml:1:16: ", "tag:yaml.org,2002:int"),
            ("- !mine {content_id: a, input: b}", "m.yaml:1:3: ", "(got !mine)"),
            ("- <<: {input: b}\n  content_id: a", "m.yaml:1:7: ", "\"<<\" is a list or has keys"),
            ("- {a: b", "m.yaml:", "not valid YAML"), ("- a: b\n\tc: d", "m.yaml:2:1: ", "not valid YAML"),
            ("- a: b\n---\n- c: d", "m.yaml:2:1: ", "another document"),
            ("- a: \u{1}", "m.yaml: ", "not valid YAML"),
            ("- {content_id: a, input: b}\n- {content_id: a, input: c}", "m.yaml:2:3: ", "first in line 1"),
        ]
    )
    func `What is wrong is named with its place`(text: String, location: String, part: String) {
        let error = #expect(throws: RunFailure.self) { try Self.read(text) }
        #expect(error?.description.hasPrefix(location) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["[", "{", "- ", "{a: ", "? ", "&a ", "- {input: ["])
    func `No depth exhausts the stack`(piece: String) {
        #expect(throws: RunFailure.self) { try Self.read(String(repeating: piece, count: 100_000)) }
    }

    /// Each anchor is a list of nine aliases of the previous one.
    @Test(.timeLimit(.minutes(1))) func `Aliases are refused before they are resolved`() {
        var text = "x0: &x0 [lol]\n"
        for level in 1...30 {
            let aliases = Array(repeating: "*x\(level - 1)", count: 9).joined(separator: ",")
            text += "? &x\(level) [\(aliases)]\n"
        }
        let error = #expect(throws: RunFailure.self) { try Self.read(text) }
        #expect(error == .yamlAlias(TextLocation(in: "m.yaml", line: 2, column: 8)))
    }
}
