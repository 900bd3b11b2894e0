import Foundation
import Glibc

/// Abilities that only some users of a machine have: to mount file systems, to be other users, to have
/// terminals.
enum Machine {
    static let isRoot = geteuid() == 0

    /// Indicates whether a small file system can be mounted.
    static let canMount: Bool = {
        // In CI a test that cannot run is a failure.
        if ProcessInfo.processInfo.environment["CI"] != nil { return true }
        guard isRoot else { return false }
        let folder = FileManager.default.temporaryDirectory.appending(path: "mount-\(UUID().uuidString)").path
        guard (try? withFileSystem(at: folder, size: "64k") { true }) == true else { return false }
        return (try? FileManager.default.removeItem(atPath: folder)) != nil
    }()

    struct CannotMount: Error {
        let reason: String
    }

    /// Creates `folder` and mounts an empty file system of `size` there while `body` runs.
    static func withFileSystem<Result>(
        at folder: String,
        size: String,
        _ body: () throws -> Result
    ) throws -> Result {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let mounted = try ChildProcess.run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", folder)
        guard mounted.status == 0 else { throw CannotMount(reason: mounted.errors) }
        defer { _ = try? ChildProcess.run("umount", folder) }
        return try body()
    }

    /// Mounts a file over itself while `body` runs: it can be read, but not replaced.
    static func withMountedFile<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        let mounted = try ChildProcess.run("mount", "--bind", path, path)
        guard mounted.status == 0 else { throw CannotMount(reason: mounted.errors) }
        defer { _ = try? ChildProcess.run("umount", path) }
        return try body()
    }
}

extension Workspace {
    /// Runs the program with a terminal for all three streams; `output` has all that it shows.
    func onTerminal(_ arguments: [String]) throws -> Outcome {
        let quotedArguments = ([TestPaths.fairlead] + arguments).map {
            "'" + $0.replacing("'", with: "'\\''") + "'"
        }
        return try ChildProcess(
            TestPaths.tool("script"),
            ["-q", "-e", "-c", quotedArguments.joined(separator: " "), "/dev/null"],
            environment: environment.merging(["SHELL": "/bin/sh", "TERM": "dumb"]) { $1 },
            in: folder
        ).wait()
    }

    /// Copies the program into the workspace, because another user may have no access to where it was built.
    ///
    /// Another process makes the copy: while a process of ours has it open for writing, as a fork in another
    /// test may, no one can run it.
    func copyProgram() throws -> String {
        let copied = try ChildProcess.run("cp", TestPaths.fairlead, path("fairlead"))
        guard copied.status == 0 else { throw CocoaError(.fileWriteUnknown) }
        return path("fairlead")
    }

    /// Runs the program as a user who may not read our files: another user if we are root.
    func asStranger(_ arguments: String...) throws -> Outcome { try asStranger(arguments) }

    /// Does the same with a list of arguments.
    func asStranger(_ arguments: [String]) throws -> Outcome {
        guard Machine.isRoot else { return try start(arguments).wait() }
        let copy = try copyProgram()
        defer { try? FileManager.default.removeItem(atPath: copy) }
        return try ChildProcess(
            TestPaths.tool("setpriv"),
            ["--reuid=65534", "--regid=65534", "--clear-groups", copy] + arguments,
            environment: environment,
            in: folder
        ).wait()
    }
}
