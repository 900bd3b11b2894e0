import Foundation
import Testing

/// The hardening of a process before any other code runs in it.
struct ProcessStartTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// Constructors of preloaded libraries are the first code that is neither fairlead's nor the dynamic
    /// linker's.
    @Test(arguments: [TestPaths.fairlead, TestPaths.rehearsal])
    func `No core can be made when the first library begins`(program: String) throws {
        let source = """
            #include <stdio.h>
            #include <sys/prctl.h>
            #include <sys/resource.h>
            __attribute__((constructor)) static void look(void) {
                struct rlimit limit;
                getrlimit(RLIMIT_CORE, &limit);
                fprintf(stderr, "%d %ld", prctl(PR_GET_DUMPABLE, 0, 0, 0, 0), (long)limit.rlim_max);
            }
            """
        let library = workspace.path("look.so")
        try PreloadedLibrary.compile(source, to: library)
        let run = try ChildProcess("/usr/bin/env", ["LD_PRELOAD=" + library, program, "--version"])
        #expect(try run.wait().errors.hasSuffix("0 0"))
    }

    /// The key is neither in what the kernel shows of the process nor in the environment of programs that it
    /// starts.
    @Test func `The environment has no key-encryption key any more`() throws {
        var environment = workspace.environment
        environment["FAIRLEAD_KEK"] = String(repeating: "5e", count: 32)
        let command = "cat /proc/$PPID/environ >process; env >inherited; cat '\(workspace.kekFile)'"
        let run = try ChildProcess(
            TestPaths.fairlead,
            ["keys", "list", "--kek-command", command],
            environment: environment,
            in: workspace.folder
        )
        try run.wait().succeeds()
        let inherited = try String(decoding: workspace.data("inherited"), as: UTF8.self)
        #expect(inherited.contains("PATH=") && !inherited.contains("FAIRLEAD_KEK"))
        let process = try workspace.data("process")
        // The process is not dumpable, so the kernel shows its environment only to root.
        #expect(process.isEmpty != Machine.isRoot)
        #expect(!String(decoding: process, as: UTF8.self).contains("5e5e5e5e5e5e"))
    }
}
