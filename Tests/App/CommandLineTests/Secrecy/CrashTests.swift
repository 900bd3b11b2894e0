import Foundation
import Glibc
import Testing

/// The traces of a run that is aborted while it holds a key.
struct CrashTests {
    private static let key = "4b1d6f0e93a7c25880f1e2d3c4b5a697"
    /// An unprivileged user.
    private static let stranger: uid_t = 65_534

    private let workspace: Workspace
    private let secret: Secret

    init() throws {
        workspace = try Workspace()
        secret = try Secret("the key", digits: Self.key)
        try workspace.write(Data(hexadecimal: Self.key), to: "secret/key")
    }

    /// Aborts a run that has read the key and waits for the key-encryption key, from a command that ends
    /// after it.
    private func abort(
        _ program: String = TestPaths.fairlead,
        preloading library: String? = nil,
        as prefix: [String] = []
    ) throws -> AbortedProgram {
        let playlist = try workspace.copy(.packedAudio)
        let ready = workspace.path("ready")
        let preload = library.map { ["/usr/bin/env", "LD_PRELOAD=" + $0] } ?? []
        return try AbortedProgram(
            prefix + preload + [
                program, "protect", playlist, "-o", workspace.path("out"),
                "--content-id",
                "movie-42", "--key-file", workspace.path("secret/key"), "--kek-command",
                "touch '\(ready)'; exec tail --pid=$PPID -f /dev/null",
            ],
            environment: workspace.environment,
            in: workspace.folder
        ) { _ in FileManager.default.fileExists(atPath: ready) }
    }

    /// Returns the core files in the run's working folder.
    private func cores() throws -> [Data] {
        try workspace.names().filter { $0.contains("core") }.map { try workspace.data($0) }
    }

    @Test func `A run that is aborted leaves no memory`() throws {
        let run = try abort()
        #expect(run.signal == SIGABRT)
        #expect(!run.leftCore)
        #expect(run.coreLimit == "0")
        for (name, data) in try workspace.tree("") where !name.hasPrefix("secret/") {
            #expect(!secret.isIn(data), "\(name)")
        }
    }

    /// The control: the same run, with calls that do nothing in place of those that harden the process.
    @Test(.enabled(if: Machine.makesCores))
    func `Without its hardening, it would leave the key`() throws {
        let run = try abort(preloading: Self.nullifier(in: workspace.path("secret")))
        #expect(run.signal == SIGABRT)
        #expect(run.leftCore)
        #expect(run.coreLimit != "0")
        guard Machine.coresStayInFolder else { return }
        #expect(try cores().contains { secret.isIn($0) })
    }

    /// A process that is not dumpable is piped to no core handler either, whatever its limits; root owns its
    /// `/proc` files.
    @Test(arguments: [true, false])
    func `The process has forbidden itself cores also where a program takes them`(isHardened: Bool) throws {
        let user = Machine.isRoot ? Self.stranger : getuid()
        var program = TestPaths.fairlead
        var prefix: [String] = []
        if Machine.isRoot {
            prefix = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: workspace.folder)
            program = try workspace.copyProgram()
        }
        let library = isHardened ? nil : try Self.nullifier(in: workspace.path("secret"))
        #expect(try abort(program, preloading: library, as: prefix).owner == (isHardened ? 0 : user))
    }

    /// Compiles a library whose calls replace those that harden a process, and do nothing.
    private static func nullifier(in folder: String) throws -> String {
        let source = """
            int setrlimit(int resource, const void *limit) { return 0; }
            int setrlimit64(int resource, const void *limit) { return 0; }
            int prctl(int option, ...) { return 0; }
            """
        let library = folder + "/nullifier.so"
        try PreloadedLibrary.compile(source, to: library)
        return library
    }
}

extension Machine {
    /// Indicates whether the kernel makes cores of processes that do not forbid it.
    fileprivate static let makesCores: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cores-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let sleeper = try? AbortedProgram(["/bin/sleep", "60"], in: folder) { process in
            (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) == "sleep\n"
        }
        return sleeper?.leftCore == true
    }()

    /// Indicates whether cores are files in the working folder of a process.
    fileprivate static var coresStayInFolder: Bool {
        let pattern = try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)
        return pattern.map { !$0.hasPrefix("|") && !$0.contains("/") } ?? false
    }
}
