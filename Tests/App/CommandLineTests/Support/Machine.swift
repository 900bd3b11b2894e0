import Foundation
import Glibc

/// What only some users of a machine may do: file systems of one's own, other users, terminals.
enum Machine {
    static let isRoot = geteuid() == 0

    /// Whether a small file system can be mounted.
    static let canMount: Bool = {
        // There a test that cannot be made is a failure.
        if ProcessInfo.processInfo.environment["CI"] != nil { return true }
        guard isRoot else { return false }
        let folder = FileManager.default.temporaryDirectory.appending(path: "mount-\(UUID().uuidString)").path
        guard (try? withFileSystem(at: folder, size: "64k") { true }) == true else { return false }
        return (try? FileManager.default.removeItem(atPath: folder)) != nil
    }()

    struct CannotMount: Error {
        let reason: String
    }

    /// Mounts an empty file system of `size` at `folder`, which is made, for as long as `body` takes.
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

    /// Mounts a file over itself for as long as `body` takes: it can be read, and nothing can take its place.
    static func withMountedFile<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        let mounted = try ChildProcess.run("mount", "--bind", path, path)
        guard mounted.status == 0 else { throw CannotMount(reason: mounted.errors) }
        defer { _ = try? ChildProcess.run("umount", path) }
        return try body()
    }
}

extension Workspace {
    /// Runs the program with a terminal for all three streams; what it shows is in `output`.
    func onTerminal(_ arguments: [String]) throws -> Outcome {
        let words = ([Places.fairlead] + arguments).map { "'" + $0.replacing("'", with: "'\\''") + "'" }
        return try ChildProcess(
            Places.tool("script"),
            ["-q", "-e", "-c", words.joined(separator: " "), "/dev/null"],
            environment: environment.merging(["SHELL": "/bin/sh", "TERM": "dumb"]) { $1 },
            in: folder
        ).wait()
    }

    /// A copy of the program: where it was built may be out of another user's reach.
    ///
    /// Another process makes it: while one of ours has it open for writing, as a fork of another test may, nobody can run it.
    func copyProgram() throws -> String {
        let copied = try ChildProcess.run("cp", Places.fairlead, path("fairlead"))
        guard copied.status == 0 else { throw CocoaError(.fileWriteUnknown) }
        return path("fairlead")
    }

    /// Runs the program as somebody who may not read our files: another user if we are root.
    func asStranger(_ arguments: String...) throws -> Outcome { try asStranger(arguments) }

    /// The same of arguments in a list.
    func asStranger(_ arguments: [String]) throws -> Outcome {
        guard Machine.isRoot else { return try start(arguments).wait() }
        let copy = try copyProgram()
        defer { try? FileManager.default.removeItem(atPath: copy) }
        return try ChildProcess(
            Places.tool("setpriv"),
            ["--reuid=65534", "--regid=65534", "--clear-groups", copy] + arguments,
            environment: environment,
            in: folder
        ).wait()
    }
}
