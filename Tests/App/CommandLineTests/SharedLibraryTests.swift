import Foundation
import Testing

/// Shared libraries that only some commands need: other commands start without them.
///
/// The dynamic linker itself reports what it loads (ld.so(8), LD_DEBUG).
struct SharedLibraryTests {
    /// A command, and the one of these libraries that it needs.
    struct Run: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        var environment: [String: String] = [:]
        var needs: String?
        var package = ""
        let status: Int32

        var testDescription: String { arguments.joined(separator: " ") }
    }

    private static let optional = ["libpq.so.", "libxml2.so.", "libcurl.so."]

    private static let protect = [
        "protect", Sample.packedAudio.path, "-o", "out", "--content-id", "movie-42", "--method", "aes-128",
    ]

    static let plain = [
        Run(arguments: ["--version"], status: 0),
        Run(arguments: protect, status: 0),
        Run(arguments: ["inspect", Sample.packedAudio.path], status: 0),
        Run(arguments: ["keys", "list"], status: 0),
    ]

    static let special = [
        Run(
            arguments: ["keys", "list"],
            environment: ["FAIRLEAD_KEY_STORE": "postgresql://fairlead@127.0.0.1:1/keys"],
            needs: "libpq.so.5",
            package: "libpq5",
            status: 75
        ),
        Run(
            arguments: [
                "keys", "export", "--as", "cpix-2.4", "--content-id", "movie-42", "--allow-plaintext", "-o",
                "document",
            ],
            needs: "libxml2.so.2",
            package: "libxml2",
            status: 0
        ),
        // A URL that is refused as soon as it is parsed.
        Run(
            arguments: protect + ["--key-server", "speke:http://keys.example.com/"],
            needs: "libcurl.so.4",
            package: "libcurl4",
            status: 64
        ),
    ]

    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// Runs the command, in a store with a key if it is a `keys` command.
    private func outcome(of run: Run, _ environment: [String: String]) throws -> Outcome {
        if run.arguments.first == "keys" {
            try workspace.protect(Sample.packedAudio.path, to: "other").succeeds()
        }
        workspace.environment.merge(run.environment) { $1 }
        workspace.environment.merge(environment) { $1 }
        return try workspace.start(run.arguments).wait()
    }

    /// Returns which of the three libraries the dynamic linker loaded.
    private func loaded() throws -> [String] {
        let logs = try workspace.names().filter { $0.hasPrefix("linker.") }
        try #require(!logs.isEmpty)
        let text = try logs.map { try workspace.text($0) }.joined()
        // The log is one of loading, whatever was loaded.
        #expect(text.contains("calling init: "))
        return Self.optional.filter { text.contains("/" + $0) }
    }

    @Test(arguments: plain + special)
    func `only what is needed is loaded`(_ run: Run) throws {
        let outcome = try outcome(
            of: run,
            ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": workspace.path("linker")]
        )
        #expect(outcome.status == run.status, "\(outcome)")
        #expect(try loaded() == Self.optional.filter { run.needs?.hasPrefix($0) == true })
    }

    @Test(arguments: special)
    func `a library that cannot be loaded is named with its package`(_ run: Run) throws {
        let needs = try #require(run.needs)
        try workspace.write("this is no library", to: "libraries/\(needs)")
        let outcome = try outcome(of: run, ["LD_LIBRARY_PATH": workspace.path("libraries")])
        #expect(outcome.status == 66, "\(outcome)")
        #expect(outcome.errors.contains(": the library \(needs) cannot be loaded ("), "\(outcome)")
        #expect(outcome.errors.contains("). Install or update the package \(run.package).\n"), "\(outcome)")
    }

    @Test(arguments: plain)
    func `other commands do not miss it`(_ run: Run) throws {
        for name in ["libpq.so.5", "libxml2.so.2", "libcurl.so.4"] {
            try workspace.write("this is no library", to: "libraries/\(name)")
        }
        let outcome = try outcome(of: run, ["LD_LIBRARY_PATH": workspace.path("libraries")])
        #expect(outcome.status == run.status, "\(outcome)")
    }
}
