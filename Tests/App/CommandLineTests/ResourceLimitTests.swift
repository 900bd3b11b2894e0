import Foundation
import Testing

/// System limits end a run with the exit status that says what to do about them.
struct ResourceLimitTests {
    /// A limit of the shell (`ulimit`), and how a run ends under it.
    struct Limit: Sendable, CustomTestStringConvertible {
        let option: String
        let value: Int
        let status: Int32
        let errors: [String]

        var testDescription: String { "ulimit \(option) \(value)" }
    }

    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test(arguments: [
        Limit(
            option: "-n",
            value: 23,
            status: 75,
            errors: ["open", "limit 23, expected at least 24", "ulimit -n"]
        ),
        // In blocks of 512 bytes; the key store is larger.
        Limit(option: "-f", value: 16, status: 74, errors: ["keys.sqlite"]),
    ])
    func `A run ends with the status of its limit, and leaves nothing`(_ limit: Limit) throws {
        let arguments = [
            "protect", Sample.packedAudio.path, "-o", workspace.path("results/out"), "--content-id",
            "movie-42", "--method",
            "aes-128",
        ]
        try run(arguments, under: limit)
        #expect(!workspace.exists("results"))
        try workspace.start(arguments).wait().succeeds()
    }

    /// Its temporary key store can be created, but not hold the keys of all samples.
    @Test func `A limit that a check of a template meets is no finding`() throws {
        let limit = Limit(option: "-f", value: 256, status: 74, errors: ["keys.sqlite: writing failed"])
        let outcome = try run(["templates", "check", "content-id-track"], under: limit)
        #expect(outcome.output.isEmpty)
    }

    /// Runs the program under a limit, and expects the end that the limit has.
    @discardableResult
    private func run(_ arguments: [String], under limit: Limit) throws -> Outcome {
        let outcome = try ChildProcess(
            "/bin/sh",
            ["-c", "ulimit \(limit.option) \(limit.value) && exec \"$@\"", "sh", TestPaths.fairlead]
                + arguments,
            environment: workspace.environment,
            in: workspace.folder
        ).wait()
        #expect(outcome.status == limit.status, "\(outcome.testDescription)")
        for word in limit.errors { #expect(outcome.errors.contains(word), "\(outcome.testDescription)") }
        return outcome
    }
}
