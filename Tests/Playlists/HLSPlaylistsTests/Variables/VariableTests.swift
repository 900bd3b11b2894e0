import HLSPlaylists
import PlaylistFixtures
import Testing

/// Variable substitution (RFC 8216bis 4.3) and EXT-X-DEFINE (4.4.2.3).
@Suite struct VariableTests {
    @Test func replacesReferencesInURIsStringsAndSequences() throws {
        let playlist = try mediaPlaylist(
            #"#EXT-X-DEFINE:NAME="a",VALUE="x""#,
            #"#EXT-X-DEFINE:NAME="b-_9",VALUE="{$a}y""#,
            #"#EXT-X-DEFINE:NAME="iv",VALUE="01""#,
            #"#EXT-X-DEFINE:NAME="r",VALUE="7@3""#,
            #"#EXT-X-KEY:METHOD=AES-128,URI="k{$a}",IV=0x{$iv},KEYFORMAT="{$a}""#,
            #"#EXT-X-MAP:URI="{$b-_9}.mp4",BYTERANGE="{$r}""#,
            "#EXTINF:1,",
            "{$a}/{$b-_9}{$a}.ts"
        )
        #expect(playlist.segments.map(\.uri) == ["x/xyx.ts"])
        #expect(playlist.keys[0].uri == "kx")
        #expect(playlist.keys[0].keyFormat == "x")
        #expect(playlist.keys[0].iv == [UInt8](repeating: 0, count: 15) + [1])
        #expect(playlist.initializationSections[0].uri == "xy.mp4")
        #expect(playlist.initializationSections[0].byteRange?.text == "7@3")
        #expect(playlist.initializationSections[0].attributes.writtenValue("URI") == #""{$b-_9}.mp4""#)
    }

    @Test(arguments: ["{a}", "{$}", "{$a b}", "$a", "{$a", "{ $a}", "{{$", "{$ä}"])
    func keepsWhatIsNoReference(uri: String) throws {
        #expect(try mediaPlaylist("#EXTINF:1,", uri).segments.map(\.uri) == [uri])
    }

    /// The result `{$b}` of a substitution is not substituted again.
    @Test func doesNotReplaceTwice() throws {
        let playlist = try mediaPlaylist(
            #"#EXT-X-DEFINE:NAME="a",VALUE="{$""#,
            "#EXTINF:1,",
            "{$a}b}",
            "#EXTINF:1,",
            "{{$a}b}"
        )
        #expect(playlist.segments.map(\.uri) == ["{$b}", "{{$b}"])
    }

    @Test func importsFromTheMultivariantPlaylist() throws {
        let scope = VariableScope(["q": "1", "unused": "2"])
        let lines = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-DEFINE:IMPORT=\"q\"\n#EXTINF:1,\na?{$q}\n"
        let playlist = try MediaPlaylist(document(lines), variables: scope)
        #expect(playlist.segments.map(\.uri) == ["a?1"])
        #expect(playlist.variables == VariableScope(["q": "1"]))
    }

    @Test(
        arguments: [
            ("undefined", "#EXTINF:1,\nab{$x}", 4, .undefined("x")),
            ("defined later", "#EXTINF:1,\n{$x}\n#EXT-X-DEFINE:NAME=\"x\",VALUE=\"1\"", 4, .undefined("x")),
            ("defined by itself", "#EXT-X-DEFINE:NAME=\"x\",VALUE=\"{$x}\"", 3, .undefined("x")),
            ("undefined in a key", "#EXT-X-KEY:METHOD=AES-128,URI=\"{$x}\"", 3, .undefined("x")),
            (
                "names have a case", "#EXT-X-DEFINE:NAME=\"X\",VALUE=\"1\"\n#EXTINF:1,\n{$x}", 5,
                .undefined("x")
            ),
            (
                "twice", "#EXT-X-DEFINE:NAME=\"x\",VALUE=\"1\"\n#EXT-X-DEFINE:NAME=\"x\",VALUE=\"1\"", 4,
                .duplicate("x")
            ),
        ] as [(String, String, Int, VariableProblem)]
    )
    func refuses(name: String, lines: String, line: Int, expected: VariableProblem) {
        let error = problem { try mediaPlaylist(lines) }
        #expect(error?.problem == .variable(expected))
        #expect(error?.line == line)
    }

    /// The multivariant playlist lacks the variable, or the URI lacks the parameter.
    @Test(
        arguments: [
            ("IMPORT", .missingImport("x")), ("QUERYPARAM", .unknownQueryParameter("x")),
        ] as [(String, VariableProblem)]
    )
    func refusesWhatIsNotThere(form: String, expected: VariableProblem) throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-DEFINE:\(form)=\"x\"\n#EXTINF:1,\na?{$x}"
        let parameters = QueryParameters(of: "p.m3u8")
        let error = problem {
            try MediaPlaylist(document(text), variables: VariableScope([:]), queryParameters: parameters)
        }
        #expect(error?.problem == .variable(expected))
        #expect(error?.line == 3)
        let playlist = try MediaPlaylist(
            document(text),
            variables: VariableScope([:]),
            queryParameters: parameters,
            .tolerant
        )
        #expect(playlist.segments.map(\.uri) == ["a?{$x}"])
        #expect(playlist.toleratedProblems.map(\.problem) == [.variable(expected)])
    }

    /// If a media playlist is read alone, or its URI is unknown, the value may exist elsewhere.
    @Test(arguments: ["IMPORT", "QUERYPARAM"])
    func keepsReferencesToValuesThatAreElsewhere(form: String) throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-DEFINE:\(form)=\"x\"\n#EXTINF:1,\na?{$x}"
        let unknown = try MediaPlaylist(document(text))
        #expect(unknown.segments.map(\.uri) == ["a?{$x}"])
        #expect(unknown.problems.map(\.line) == [3])
        #expect(unknown.toleratedProblems.isEmpty)
        let known = try MediaPlaylist(document(text), queryParameters: QueryParameters(["x": "1"]))
        #expect(known.segments.map(\.uri) == ["a?1"])
        #expect(known.problems.isEmpty)
    }

    @Test(arguments: [
        "", "VALUE=\"1\"", "NAME=\"a\"", "NAME=a,VALUE=\"1\"", "NAME=\"\",VALUE=\"1\"",
        "NAME=\"a b\",VALUE=\"1\"",
        "NAME=\"a\",VALUE=\"1\",IMPORT=\"a\"", "IMPORT=\"a\",QUERYPARAM=\"a\"",
    ])
    func refusesForms(attributes: String) {
        #expect(problem { try mediaPlaylist("#EXT-X-DEFINE:" + attributes) }?.line == 3)
    }

    @Test func refusesImportsInMultivariantPlaylists() {
        #expect(
            problem { try MultivariantPlaylist(document("#EXTM3U\n#EXT-X-DEFINE:IMPORT=\"a\"")) }?.line == 2
        )
    }

    @Test func pointsAtTheReference() {
        let error = problem { try mediaPlaylist("#EXTINF:1,", "ab{$x}") }
        #expect(error?.column == 3)
        #expect(
            error?.description
                == "line 4, column 3: A variable is not defined (got a reference to 'x', "
                + "expected an EXT-X-DEFINE before it). Define the variable."
        )
    }

    /// Each definition doubles the one before: 2^40 bytes without a limit.
    @Test func limitsGrowth() {
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXT-X-DEFINE:NAME=\"v0\",VALUE=\"x\""]
        for level in 1...40 {
            lines.append("#EXT-X-DEFINE:NAME=\"v\(level)\",VALUE=\"{$v\(level - 1)}{$v\(level - 1)}\"")
        }
        let error = problem { try MediaPlaylist(document(lines.joined(separator: "\n"))) }
        #expect(error?.problem == .variable(.substitutionTooLong))
    }
}
