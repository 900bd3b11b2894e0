import Foundation
import Testing

/// A workspace that records the output of its runs, to search it for secrets later.
///
/// Secrets are given in `secret/`, requested plaintext goes to `plain/`, and no other file may contain any.
final class RecordedRuns {
    let workspace: Workspace
    private var outputs: [(run: String, data: Data)] = []
    /// Options for the most verbose standard error, in alternating formats.
    private var log: [String] {
        ["--verbose", "--log-format", outputs.count.isMultiple(of: 4) ? "text" : "json"]
    }

    /// Creates a workspace with a store.
    init() throws {
        workspace = try Workspace()
        for folder in ["secret", "plain", "tmp"] {
            try FileManager.default.createDirectory(
                atPath: workspace.path(folder),
                withIntermediateDirectories: true
            )
        }
        workspace.environment["TMPDIR"] = workspace.path("tmp")
    }

    /// Runs the program, and expects one of these exit statuses.
    @discardableResult
    func run(
        _ arguments: [String],
        _ statuses: Set<Int32> = [0],
        input: Data = Data(),
        _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Outcome {
        let outcome = try workspace.start(arguments + log, input: input).wait()
        let run = arguments.joined(separator: " ")
        outputs += [
            (run + ": standard output", outcome.output),
            (run + ": standard error", Data(outcome.errors.utf8)),
        ]
        #expect(
            statuses.contains(outcome.status),
            "\(run): \(outcome.testDescription)",
            sourceLocation: sourceLocation
        )
        return outcome
    }

    /// Expects that no run printed a secret and no file contains one; `keys` may be in requested plaintext.
    func expectNoLeaks(
        of secrets: [Secret],
        keys: [Secret] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let files = try workspace.tree("").filter {
            !$0.key.hasPrefix("secret/") && $0.key != "config/fairlead/kek"
        }
        for (origin, data) in outputs + files.map({ ($0.key, $0.value) }) {
            for secret in origin.hasPrefix("plain/") ? secrets : secrets + keys {
                #expect(
                    !secret.isIn(data),
                    "\(origin) holds \(secret.name)",
                    sourceLocation: sourceLocation
                )
            }
        }
    }

    /// Writes a file into `secret/` with mode 0600, and returns its path.
    func secret(_ name: String, _ contents: Data) throws -> String {
        let path = workspace.path("secret/" + name)
        try workspace.write(contents, to: "secret/" + name)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }
}
