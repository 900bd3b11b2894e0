import Foundation
import Testing

/// Command lines and job files of `package` that are wrong, or that are equivalent.
struct PackageOptionTests {
    let workspace: Workspace
    private let movie = TestPaths.samples + "/mezzanines/h264-aac.mp4"

    init() throws { workspace = try Workspace() }

    private func expectNothingLeft() throws {
        #expect(!workspace.exists("out"))
        #expect(try workspace.hasEmptyStore)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let status: Int32
        let part: String

        init(_ arguments: String, _ status: Int32, _ part: String) {
            self.arguments = arguments.split(separator: " ").map(String.init)
            (self.status, self.part) = (status, part)
        }

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let refused = [
        Case("", 64, "--content-id is missing"),
        Case("--clear --method sample-aes", 64, "--method is for protected media"),
        Case("--clear --drm fairplay", 64, "--drm is for protected media"),
        Case("--clear --session-keys all", 64, "--session-keys is for protected media"),
        Case("--clear --key-uri skd://x", 64, "--key-uri is for protected media"),
        Case("--clear --new-key", 64, "--new-key is for protected media"),
        Case("--method none --clear-lead 6", 64, "--clear-lead is for protected media"),
        Case("--clear --muxed", 64, "--muxed is for --segment-format ts"),
        Case("--clear --packed-audio", 64, "--packed-audio is for --segment-format ts"),
        Case("--clear --segment-format ts --muxed --packed-audio", 64, "cannot be combined"),
        Case("--clear --segment-format mp4", 64, "--segment-format"),
        Case("--clear --segment-duration 0", 64, "--segment-duration is out of range"),
        Case("--clear --segment-duration 2h", 64, "--segment-duration is out of range"),
        Case("--clear --start-offset soon", 64, "--start-offset"),
        Case("--clear --start-offset --5", 64, "--start-offset"),
        Case("--clear --start-offset 9999999.0001h", 64, "--start-offset"),
        Case("--clear --start-offset -999999999.001m", 64, "--start-offset"),
        Case("--clear --hdcp hd", 64, "--hdcp"),
        Case("--clear --hdcp hd=TYPE-2", 64, "--hdcp"),
        Case("--clear --hdcp hd=TYPE-0 --hdcp hd=TYPE-1", 64, "two levels"),
        Case("--clear --jobs 0", 64, "--jobs 0 is out of range"),
        Case("--clear missing.mp4", 66, "missing.mp4: there is no such file"),
        Case("--clear missing.mp4:trak=1", 64, "perhaps track"),
        Case("--clear missing.mp4:track=1,nam=x", 64, "perhaps name"),
        Case("--clear missing.mp4:language=english_us", 64, "language tag"),
        Case("--clear config", 66, "config: it is a directory"),
        Case("--clear --job-file none.yaml", 66, "none.yaml: there is no such file"),
        Case("--content-id m --method sample-aes-ctr --segment-format ts", 64, "--method sample-aes-ctr"),
        Case("--clear --segment-format ts --packed-audio --single-file", 64, "--single-file is for"),
        Case("--content-id m --method sample-aes-ctr --reuse-key", 64, "--reuse-key"),
        Case("--content-id m --method aes-128 --drm fairplay", 64, "--drm fairplay"),
    ]

    @Test(arguments: refused)
    func isRefused(_ subject: Case) throws {
        try workspace.start(["package", movie, "-o", "out"] + subject.arguments).wait()
            .fails(subject.status, subject.part)
        try expectNothingLeft()
    }

    @Test func withoutAnInputOrOutput() throws {
        try workspace.fairlead("package", "-o", "out", "--clear").fails(64, "there is no input")
        try workspace.fairlead("package", movie, "--clear").fails(64, "--output")
    }

    @Test(arguments: [".", "in", "in/.."])
    func anOutputThatContainsAnInput(output: String) throws {
        try workspace.write(Data(contentsOf: URL(filePath: movie)), to: "in/movie.mp4")
        try workspace.fairlead("package", "in/movie.mp4", "-o", output, "--clear", "--overwrite")
            .fails(64, "movie.mp4")
        #expect(workspace.exists("in/movie.mp4"))
    }

    @Test func theReportGoesOverNoInput() throws {
        try workspace.write("{}", to: "movie.mp4")
        try workspace.fairlead(
            "package",
            "movie.mp4",
            "-o",
            "out",
            "--clear",
            "--report",
            "movie.mp4"
        ).fails(64, "--report")
        #expect(try workspace.text("movie.mp4") == "{}")
    }

    // MARK: Equivalent command lines

    @Test func clearAndNoneAreTheSame() throws {
        try workspace.fairlead("package", movie, "-o", "out", "--clear").succeeds()
        try workspace.fairlead("package", movie, "-o", "out", "--method", "none").succeeds()
        #expect(try workspace.hasEmptyStore)
        let again = try workspace.fairlead(
            "package",
            movie,
            "-o",
            "out",
            "--clear",
            "--format",
            "json"
        ).succeeds()
        #expect(try again.object()["outcome"] as? String == "unchanged")
        #expect(try again.object()["inputs"] as? [String] == [movie])
        #expect(try again.object()["method"] as? String == "none")
        try workspace.fairlead(
            "package",
            movie,
            "-o",
            "out",
            "--clear",
            "--segment-format",
            "ts"
        ).fails(65, "out")
    }

    @Test func theStoreNeedNotBeThere() throws {
        let workspace = try Workspace(.none)
        try workspace.fairlead("package", movie, "-o", "out", "--clear").succeeds()
        #expect(!workspace.exists("keys.sqlite"))
    }

    /// The job file has all options; an option of the command line takes precedence over the file's.
    @Test func aJobFileIsACommandLine() throws {
        try workspace.write(
            """
            inputs:
              - path: \(movie)
                track: video
                rendition: picture
              - path: \(movie)
                track: audio
                language: fr
                name: "Son, deux"
            output: out
            clear: true
            segment-format: ts
            segment-duration: 2
            """,
            to: "job.yaml"
        )
        try workspace.fairlead("package", "--job-file", "job.yaml").succeeds()
        try workspace.fairlead(
            "package",
            movie + ":track=video,rendition=picture",
            movie + #":track=audio,language=fr,name="Son, deux""#,
            "-o",
            "same",
            "--clear",
            "--segment-format",
            "ts",
            "--segment-duration",
            "2"
        ).succeeds()
        #expect(try workspace.tree("out") == workspace.tree("same"))
        #expect(try workspace.text("out/main.m3u8").contains(#"NAME="Son, deux""#))
        #expect(workspace.exists("out/picture.m3u8"))

        try workspace.fairlead(
            "package",
            "--job-file=job.yaml",
            "-o",
            "other",
            "--segment-format",
            "fmp4"
        ).succeeds()
        #expect(workspace.exists("other/picture/init.mp4"))
        try workspace.fairlead("package", movie, "--job-file", "job.yaml", "--output=one").succeeds()
        #expect(!workspace.exists("one/picture.m3u8"))
    }

    @Test func aJobFileThatIsWrongSaysWhere() throws {
        try workspace.write("inputs:\n  - \(movie)\noutput: out\nsegment-lenght: 2\n", to: "job.yaml")
        try workspace.fairlead("package", "--job-file", "job.yaml").fails(64, "job.yaml:4:1: ")
        try expectNothingLeft()
    }

    /// Every long option in the help is an option of job files, too.
    @Test func jobFilesHaveAllOptions() throws {
        let help = try workspace.fairlead("package", "--help").succeeds().text
        let options = Set(help.matches(of: /--([a-z][a-z-]+)/).map { String($0.1) })
            .subtracting(["job-file", "help", "version"])
        #expect(options.count > 30)
        for option in options.sorted() {
            try workspace.write("\(option): [[]]\n", to: "job.yaml")
            let errors = try workspace.fairlead("package", "--job-file", "job.yaml").errors
            #expect(errors.contains("does not fit"), "\(option): \(errors)")
        }
    }
}
