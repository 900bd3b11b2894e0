import Testing

@testable import fairlead

/// `PATH:KEY=VALUE,FLAG,...`: the path ends at the last colon that a known key follows.
struct InputTextTests {
    static let keys: [String: JobFile.OptionKind] = [
        "track": .value, "language": .value, "name": .value, "default": .flag, "forced": .flag,
    ]

    private static func parse(
        _ text: String,
        existing: Set<String> = []
    ) throws(JobFile.Input.TextError) -> JobFile.Input {
        try JobFile.Input(parsing: text, keys: keys) { existing.contains($0) }
    }

    @Test(
        arguments: [
            ("a.mp4", "a.mp4", []),
            ("a.mp4:track=audio", "a.mp4", ["track=audio"]),
            ("a.mp4:forced", "a.mp4", ["forced=true"]),
            ("a.mp4:default=no,language=fr", "a.mp4", ["default=no", "language=fr"]),
            (#"a.mp4:name="One, two",default"#, "a.mp4", ["name=One, two", "default=true"]),
            (#"a.mp4:name="a:track=b""#, "a.mp4", ["name=a:track=b"]),
            (
                #"a.mp4:track=audio,name="x:name=y",forced"#, "a.mp4",
                ["track=audio", "name=x:name=y", "forced=true"]
            ),
            ("a:b,c.mp4", "a:b,c.mp4", []),
            ("dir:track=1/a.mp4:track=2", "dir:track=1/a.mp4", ["track=2"]),
            ("s3:bucket/a,b.mp4:language=en", "s3:bucket/a,b.mp4", ["language=en"]),
            ("a.mp4:name=a=b", "a.mp4", ["name=a=b"]),
            ("a.mp4:12:30.mp4", "a.mp4:12:30.mp4", []),
            (#"say "hi".mp4:track=1"#, #"say "hi".mp4"#, ["track=1"]),
        ] as [(String, String, [String])]
    )
    func reads(text: String, path: String, values: [String]) throws {
        let input = try Self.parse(text)
        #expect(input.path == path)
        #expect(input.values.map { "\($0.key)=\($0.text)" } == values)
        // Written as an argument again, it is the same input.
        let again = try Self.parse(input.argument())
        #expect(again.path == path)
        #expect(again.values.filter { $0.text != "all" } == input.values)
    }

    @Test(
        arguments: [
            ("", .noPath), (":track=1", .noPath),
            ("a.mp4:track=1,langage=fr", .unknownKey("langage", known: keys.keys.sorted())),
            ("a.mp4:trak=audio", .unknownKey("trak", known: keys.keys.sorted())),
            ("a.mp4:track=1,", .unknownKey("", known: keys.keys.sorted())),
            ("a.mp4:track=1,track=2", .duplicateKey("track")),
            ("a.mp4:track", .noValue("track")), ("a.mp4:language=", .noValue("language")),
            (#"a.mp4:name="""#, .noValue("name")), (#"a.mp4:track=1,name=a"b"c"#, .quote("name")),
            (#"a.mp4:name="a"b"#, .quote("name")),
        ] as [(String, JobFile.Input.TextError)]
    )
    func refuses(text: String, error: JobFile.Input.TextError) {
        #expect(throws: error) { try Self.parse(text) }
    }

    /// A file's name may look like an input with a misspelled key.
    @Test func aFileThatIsThereIsAPath() throws {
        #expect(try Self.parse("a:trak=1", existing: ["a:trak=1"]).path == "a:trak=1")
    }

    @Test func whatStandsBehindAFileIsAKey() {
        let error = JobFile.Input.TextError.unknownKey("colour", known: Self.keys.keys.sorted())
        #expect(throws: error) { try Self.parse("a.mp4:colour=red", existing: ["a.mp4"]) }
    }

    @Test func namesTheNearestKey() {
        let error = JobFile.Input.TextError.unknownKey("langage", known: Self.keys.keys.sorted())
        #expect(error.description.contains("perhaps language"))
    }
}
