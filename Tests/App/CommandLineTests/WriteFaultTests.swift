import Foundation
import Glibc
import Testing

/// Write failures that are reported late: when a file is closed or synchronized, or the file system is.
///
/// Nothing is published then.
struct WriteFaultTests {
    /// A system call that fails on a file.
    struct Fault: Sendable, CustomTestStringConvertible {
        let call: String
        let code: Int32
        /// A part of the file's path.
        let path: String
        /// The type that statfs(2) reports for every file system, or nil for the real one.
        var fileSystem: Int?

        var testDescription: String { "\(call) of \(path)" }

        var environment: [String: String] {
            var environment = ["FAULT_CALL": call, "FAULT_CODE": String(code), "FAULT_PATH": path]
            environment["FAULT_FILE_SYSTEM"] = fileSystem.map(String.init)
            return environment
        }
    }

    enum Job: String, Sendable, CaseIterable {
        case wholeSegments, samples, gcmSegments, clear, playlists

        /// The suffix of the media files that the job writes, or nil if it writes playlists alone.
        var suffix: String? {
            switch self {
            case .wholeSegments, .samples, .gcmSegments: ".aac"
            case .clear: ".m4s"
            case .playlists: nil
            }
        }
    }

    private static let overlay = 0x794C_7630
    private static let ext = 0xEF53
    private static let stage = "/.fairlead-stage-"

    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try Self.compile(to: workspace.path("faults.so"))
        try workspace.write(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-KEY:METHOD=AES-128,URI="https://k/old"
            #EXTINF:6,
            a.ts
            #EXT-X-ENDLIST

            """,
            to: "encrypted/index.m3u8"
        )
    }

    private func arguments(_ job: Job) -> [String] {
        let clear = ["protect", Sample.packedAudio.path, "--content-id", "title-" + job.rawValue]
        let rewrite = ["rewrite", workspace.path("encrypted/index.m3u8"), "--no-records"]
        return switch job {
        case .wholeSegments: clear + ["--method", "aes-128"]
        case .samples: clear + ["--method", "sample-aes", "--key-uri", "skd://{content_id}"]
        case .gcmSegments: clear + ["--method", "aes-256-gcm"]
        case .clear: ["package", Mezzanine.avc, "--clear"]
        case .playlists: rewrite + ["--key-uri", "https://k/new"]
        }
    }

    /// Runs the program, with the library's calls in place of the system's.
    private func run(
        _ arguments: [String],
        _ environment: [String: String] = [:]
    ) throws -> Outcome {
        let variables = environment.map { "\($0)=\($1)" }
        return try ChildProcess(
            "/usr/bin/env",
            ["LD_PRELOAD=" + workspace.path("faults.so")] + variables + [TestPaths.fairlead] + arguments,
            environment: workspace.environment,
            in: workspace.folder
        ).wait()
    }

    private func run(_ job: Job, to output: String, under fault: Fault? = nil) throws -> Outcome {
        try run(arguments(job) + ["--output", workspace.path(output)], fault?.environment ?? [:])
    }

    /// Returns the faults that each file system reports, at the call that reports them.
    private static func faults(of job: Job) -> [Fault] {
        let files = [job.suffix, ".m3u8"].compactMap(\.self)
        return [Fault(call: "syncfs", code: EIO, path: "/lock", fileSystem: ext)]
            + files.flatMap { file in
                [
                    Fault(call: "close", code: ENOSPC, path: file, fileSystem: ext),
                    Fault(call: "close", code: EDQUOT, path: file, fileSystem: overlay),
                    Fault(call: "fsync", code: EIO, path: file, fileSystem: overlay),
                ]
            }
    }

    @Test(arguments: Job.allCases)
    func `Nothing is published that is not on the disk`(_ job: Job) throws {
        for fault in Self.faults(of: job) {
            let outcome = try run(job, to: "results/out", under: fault)
            outcome.fails(74, fault.call, unsafe String(cString: strerror(fault.code)))
            // The folder of the output is removed again, too.
            #expect(!workspace.exists("results"), "\(fault)")
        }
        try run(job, to: "results/out").succeeds()
        #expect(try workspace.names(in: "results") == ["out"])
    }

    /// The control: on a file system of another type the result is the same.
    @Test(arguments: Job.allCases)
    func `All file systems get the same`(_ job: Job) throws {
        try run(job, to: "results/usual").succeeds()
        let otherFileSystem = ["FAULT_FILE_SYSTEM": String(Self.overlay)]
        try run(arguments(job) + ["--output", workspace.path("results/other")], otherFileSystem).succeeds()
        #expect(try workspace.tree("results/other") == workspace.tree("results/usual"))
        #expect(try workspace.names(in: "results").sorted() == ["other", "usual"])
    }

    /// The run that renamed a result may have been killed before the rename was on the disk.
    @Test(arguments: Job.allCases)
    func `A result that is there already is on the disk, too`(_ job: Job) throws {
        try workspace.write("", to: "results/beside")
        try run(job, to: "results/out").succeeds()
        let fault = Fault(call: "fsync", code: EIO, path: "/results", fileSystem: Self.ext)
        try run(job, to: "results/out", under: fault).fails(74, "fsync")
        #expect(try run(job, to: "results/out").succeeds().text.contains("identical"))
    }

    @Test func `Playlists that were replaced already are on the disk, too`() throws {
        let arguments = arguments(.playlists) + ["--in-place"]
        try run(arguments).succeeds()
        let fault = Fault(call: "fsync", code: EIO, path: "/encrypted", fileSystem: Self.ext)
        try run(arguments, fault.environment).fails(74, "fsync")
        #expect(try run(arguments).succeeds().text.contains("identical"))
    }

    @Test func `A report that is not written whole is told`() throws {
        let fault = Fault(call: "close", code: ENOSPC, path: "/report.json")
        let arguments = arguments(.clear) + ["--output", "out", "--report", "report.json"]
        try run(arguments, fault.environment).fails(74, "report.json", "No space left on device")
        try run(arguments).succeeds()
    }

    /// A stage without a lock could not be distinguished from one that a dead run left.
    @Test(arguments: [ENOLCK, EOPNOTSUPP])
    func `A file system without locks is refused, and gets nothing`(code: Int32) throws {
        let fault = Fault(call: "flock", code: code, path: Self.stage)
        try run(.wholeSegments, to: "results/out", under: fault).fails(73, "flock")
        #expect(!workspace.exists("results"))
    }

    /// Compiles a library in which one call fails, on chosen files.
    private static func compile(to library: String) throws {
        let source = #"""
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/vfs.h>
            #include <unistd.h>

            static int fails(const char *call, int descriptor) {
                const char *wanted = getenv("FAULT_CALL"), *part = getenv("FAULT_PATH");
                char link[64], path[4096];
                if (!wanted || !part || strcmp(wanted, call)) return 0;
                snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
                ssize_t length = readlink(link, path, sizeof path - 1);
                if (length < 0) return 0;
                path[length] = 0;
                return strstr(path, part) != NULL;
            }

            #define CALL(name, parameters, arguments) \
                int name parameters { \
                    int (*real) parameters = dlsym(RTLD_NEXT, #name); \
                    int failure = fails(#name, descriptor); \
                    int result = failure && strcmp(#name, "close") ? -1 : real arguments; \
                    if (!failure) return result; \
                    errno = atoi(getenv("FAULT_CODE")); \
                    return -1; \
                }
            CALL(close, (int descriptor), (descriptor))
            CALL(fsync, (int descriptor), (descriptor))
            CALL(syncfs, (int descriptor), (descriptor))
            CALL(flock, (int descriptor, int operation), (descriptor, operation))

            int fstatfs(int descriptor, struct statfs *status) {
                int (*real)(int, struct statfs *) = dlsym(RTLD_NEXT, "fstatfs");
                int result = real(descriptor, status);
                if (getenv("FAULT_FILE_SYSTEM")) status->f_type = atol(getenv("FAULT_FILE_SYSTEM"));
                return result;
            }
            int fstatfs64(int descriptor, struct statfs64 *status) {
                return fstatfs(descriptor, (struct statfs *)status);
            }
            """#
        try PreloadedLibrary.compile(source, to: library)
    }
}
