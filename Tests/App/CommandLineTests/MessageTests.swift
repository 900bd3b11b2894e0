import Foundation
import Testing

/// Messages on standard output and standard error, and in the report.
struct MessageTests {
    let workspace: Workspace
    static let key = "8f3a60c1d95e27b4047bf6812c9de053"

    init() throws { workspace = try Workspace() }

    @Test(arguments: [
        ["package"], ["protect"], ["verify"], ["keys", "init"], ["keys", "create"], ["keys", "list"],
        ["keys", "show"], ["keys", "export"], ["keys", "policy"], ["keys", "confirm"], ["keys", "revoke"],
        ["keys", "rewrap"], ["keys", "audit"],
    ])
    func `Help carries an example`(command: [String]) throws {
        let help = try workspace.start(command + ["--help"]).wait().succeeds()
        // One example, or several, each after a line that says what it is for.
        let examples = help.text.split(separator: /EXAMPLES?\n/, maxSplits: 1).last ?? ""
        let first = examples.split(separator: "\n").first { !$0.hasSuffix(":") } ?? ""
        #expect(first.hasPrefix("  fairlead " + command.joined(separator: " ")))
        #expect(help.text.contains("USAGE: fairlead " + command.joined(separator: " ")))
    }

    @Test func `Help of all commands, and the version`() throws {
        let help = try workspace.fairlead("--help").succeeds().text
        for command in ["package", "protect", "verify", "keys"] { #expect(help.contains("\n  " + command)) }
        #expect(try workspace.fairlead("--version").succeeds().text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }

    @Test(arguments: [
        [], ["x"], ["x", "-o", "y"], ["x", "-o", "y", "--content-id", "z", "--no-such-option"],
        ["x", "-o", "y", "--content-id", "z", "--method", "aes-128", "--iv-mode", "random"],
        ["x", "-o", "y", "--content-id", "z", "--method", "aes-128", "--jobs", "0"],
        ["x", "-o", "y", "--content-id", "z", "--method", "aes-128", "-q", "-v"],
    ])
    func `A wrong command line says how it is meant`(arguments: [String]) throws {
        let outcome = try workspace.start(["protect"] + arguments).wait().fails(64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("\nUsage: fairlead protect"))
        #expect(outcome.errors.contains("fairlead protect --help"))
    }

    @Test func `Errors go to standard error, results to standard output`() throws {
        let good = try workspace.protect(Sample.packedAudio.path).succeeds()
        #expect(good.text.contains(workspace.path("out") + ": published"))
        let bad = try workspace.protect(workspace.path("none.m3u8")).fails(66, "none.m3u8")
        #expect(bad.output.isEmpty)
    }

    @Test func `Quiet says errors only`() throws {
        let outcome = try workspace.protect(Sample.packedAudio.path, "-q", "--key", Self.key)
        try outcome.succeeds()
        try workspace.protect(Sample.packedAudio.path, "-q", "--iv-mode", "constant").fails(65, "--overwrite")
    }

    // MARK: --log-format json

    private func events(_ outcome: Outcome) throws -> [[String: String]] {
        try outcome.errors.split(separator: "\n").map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String],
                "no JSON: \(line)"
            )
        }
    }

    @Test func `The log as JSON is an object a line`() throws {
        let options = ["--template", "content-id", "--log-format", "json", "--key", Self.key]
        let warned = try workspace.protectSamples(Sample.packedAudio.path, options + ["--method", "aes-128"])
        #expect(try events(warned).map { $0["level"] } == ["warning"])
        let failed = try workspace.protect(workspace.path("no\"ne.m3u8"), "--log-format", "json")
        #expect(failed.status == 66)
        let event = try #require(try events(failed).first)
        #expect(event["level"] == "error")
        #expect(event["message"]?.contains("no\"ne.m3u8: ") == true)
        #expect(event["time"]?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    }

    @Test(arguments: [["--log-format", "json"], ["--log-format=json"]])
    func `A wrong command line is told in JSON too`(option: [String]) throws {
        let outcome = try workspace.start(["protect", "x"] + option).wait()
        #expect(outcome.status == 64)
        #expect(try events(outcome).first?["level"] == "error")
    }

    // MARK: --report

    private func report() throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: workspace.data("report.json"))
        return try #require(object as? [String: Any])
    }

    @Test func `The report of a run is what it prints as JSON`() throws {
        let path = workspace.path("report.json")
        let protected = try workspace.protect(Sample.packedAudio.path, "--format", "json", "--report", path)
            .succeeds()
        #expect(try workspace.data("report.json") == protected.output)
        let verified = try workspace.verify("out/index.m3u8", "--format", "json", "--report", path).succeeds()
        #expect(try workspace.data("report.json") == verified.output)
    }

    /// Arguments of `protect` that fail, and their exit statuses.
    static let failures: [([String], Int)] = [
        (["--key-uri", "skd://{nope}"], 64), (["--iv-mode", "constant"], 65),
        (["--key-file", "/nonexistent"], 66), (["--kek-file", "/nonexistent"], 66),
        (["--key-store", "sqlite:/nonexistent"], 66), (["--key", key], 65),
    ]

    @Test(arguments: failures)
    func `A run that fails writes its report`(options: [String], status: Int) throws {
        try workspace.protect(Sample.packedAudio.path).succeeds()
        let arguments = [
            "protect", Sample.packedAudio.path, "-o", workspace.path("out"), "--content-id", "movie-42",
            "--method", "aes-128", "--report", workspace.path("report.json"),
        ]
        let outcome = try workspace.start(arguments + options).wait().fails(Int32(status))
        let report = try report()
        #expect(report["outcome"] as? String == "failed")
        #expect(report["status"] as? Int == status)
        let message = try #require(report["error"] as? String)
        #expect(outcome.errors.contains("error: " + message))
        #expect(try !workspace.text("report.json").contains(Self.key))
    }

    @Test func `verify writes its report when something does not hold, and when it cannot look`() throws {
        let path = workspace.path("report.json")
        try workspace.protect(Sample.packedAudio.path).succeeds()
        try workspace.remove("out/8.aac")
        #expect(try workspace.verify("out/index.m3u8", "--report", path).status == 69)
        #expect(try report()["holds"] as? Bool == false)
        try workspace.verify("out/none.m3u8", "--report", path).fails(66, "none.m3u8")
        #expect(try report()["status"] as? Int == 66)
    }

    @Test func `A report that cannot be written is said`() throws {
        let outcome = try workspace.protect(
            Sample.packedAudio.path,
            "--report",
            workspace.path("none/report.json")
        )
        outcome.fails(74, "none/report.json")
    }

    // MARK: Progress

    @Test func `The bar is shown on a terminal and not in a pipe`() throws {
        let arguments = ["-o", "out", "--content-id", "x", "--method", "aes-128"]
        let piped = try workspace.start(["protect", Sample.transportStream.path] + arguments).wait()
            .succeeds()
        #expect(!piped.text.contains("%"))
        for (more, isShown) in [([], true), (["-q"], false), (["--progress", "never"], false)] {
            try workspace.remove("out")
            let outcome = try workspace.onTerminal(
                ["protect", Sample.transportStream.path] + arguments + more
            )
            #expect(outcome.status == 0, "\(outcome.testDescription)")
            #expect(outcome.text.contains("s left") == isShown, "\(more)")
        }
    }

    @Test func `The bar is shown in a pipe when it is asked for`() throws {
        let outcome = try workspace.protect(Sample.transportStream.path, "--progress", "always")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("s left"))
        #expect(!outcome.text.contains("s left"))
    }
}
