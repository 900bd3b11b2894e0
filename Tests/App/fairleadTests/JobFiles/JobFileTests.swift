import Testing

@testable import fairlead

/// Job files: their contents, and the locations of errors.
struct JobFileTests {
    private static func read(_ text: String) throws(JobFileError) -> JobFile {
        try JobFile(
            yaml: Array(text.utf8),
            source: "job.yaml",
            options: ["output": .value, "clear": .flag, "set": .values, "segment-duration": .value],
            inputKeys: InputTextTests.keys
        )
    }

    @Test func readsInputsAndOptions() throws {
        let job = try Self.read(
            """
            # A title
            inputs:
              - 1080p.mp4
              - path: "audio: fr.mp4"
                language: fr
                name: Français, 5.1
                default: yes
                forced: no
                track: 2
            output: out
            segment-duration: 4.5
            clear: true
            set: [a=1, b=2]
            """
        )
        #expect(job.inputs.map(\.path) == ["1080p.mp4", "audio: fr.mp4"])
        #expect(job.inputs[0].values.isEmpty)
        #expect(
            job.inputs[1].values.map { "\($0.key)=\($0.text)" }
                == ["language=fr", "name=Français, 5.1", "default=true", "forced=false", "track=2"]
        )
        #expect(
            job.options.map { "\($0.key)=\($0.text)" }
                == ["output=out", "segment-duration=4.5", "clear=true", "set=a=1", "set=b=2"]
        )
    }

    @Test func aFlagThatIsOffIsLeftOut() throws {
        #expect(try Self.read("clear: off\nset: x=1").options.map(\.key) == ["set"])
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let location: String
        let part: String

        init(_ text: String, _ location: String, _ part: String) {
            (self.text, self.location, self.part) = (text, location, part)
        }

        var testDescription: String { text }
    }

    @Test(
        arguments: [
            Case("", "job.yaml:", "empty"),
            Case("- a", "job.yaml:1:1:", "a mapping"),
            Case("inputs: a.mp4", "job.yaml:1:9:", "a list of paths"),
            Case("inputs:\n  - [a]", "job.yaml:2:5:", "a mapping"),
            Case("inputs:\n  - path: a\n    langage: fr", "job.yaml:3:5:", "perhaps language"),
            Case("inputs:\n  - language: fr", "job.yaml:2:5:", "\"path\""),
            Case("inputs:\n  - path: a\n    default: maybe", "job.yaml:3:14:", "true or false"),
            Case("outptu: x", "job.yaml:1:1:", "perhaps output"),
            Case("xyz: x", "job.yaml:1:1:", "one of clear, inputs, output"),
            Case("clear: 3", "job.yaml:1:8:", "true or false"),
            Case("clear: [a]", "job.yaml:1:8:", "true or false"),
            Case("output: {a: b}", "job.yaml:1:9:", "one line of text"),
            Case("output: ''", "job.yaml:1:9:", "one line of text"),
            Case("output: \"a\\nb\"", "job.yaml:1:9:", "one line of text"),
            Case("set: [[a]]", "job.yaml:1:7:", "one line of text"),
            Case("output: a\noutput: b", "job.yaml:", "twice"),
            Case("output: *x", "job.yaml:1:9:", "alias"),
            Case("output: [a", "job.yaml:", "not valid YAML"),
        ]
    )
    func saysWhereItIsWrong(_ subject: Case) {
        #expect { try Self.read(subject.text) } throws: { error in
            let text = "\(error)"
            return text.hasPrefix(subject.location) && text.contains(subject.part)
        }
    }

    @Test func refusesWhatIsNoText() {
        #expect(throws: JobFileError.self) {
            try JobFile(yaml: [0x61, 0xFF], source: "j", options: [:], inputKeys: [:])
        }
        #expect(throws: JobFileError.self) {
            try JobFile(
                yaml: [UInt8](repeating: 0x20, count: JobFile.maximumBytes + 1),
                source: "j",
                options: [:],
                inputKeys: [:]
            )
        }
    }
}
