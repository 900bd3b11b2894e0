import Foundation
import Glibc
import Testing

/// `fairlead rehearse` becomes `fairlead-rehearse`, which gets the arguments unchanged and determines the
/// result.
struct RehearsalProgramTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    // MARK: Help and version

    @Test(arguments: [["rehearse", "--help"], ["help", "rehearse"], ["rehearse", "-h"]])
    func `The help is that of a command of fairlead`(arguments: [String]) throws {
        let help = try workspace.start(arguments).wait().succeeds().text
        #expect(help.contains("USAGE: fairlead rehearse "))
        #expect(help.contains("--html") && help.contains("EXAMPLE"))
    }

    @Test func `fairlead lists it among its commands`() throws {
        let help = try workspace.fairlead("--help").succeeds().text
        #expect(help.split(separator: "\n").contains { $0.hasPrefix("  rehearse  ") })
    }

    @Test func `Both have one version`() throws {
        let version = try workspace.fairlead("--version").succeeds().text
        #expect(version.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
        #expect(try workspace.fairlead("rehearse", "--version").succeeds().text == version)
    }

    @Test func `A wrong command line is that of a command of fairlead`() throws {
        let outcome = try workspace.fairlead("rehearse", "x.m3u8", "--no-such-option")
            .fails(64, "--no-such-option")
        #expect(outcome.errors.contains("Usage: fairlead rehearse "))
        #expect(outcome.errors.contains("See 'fairlead rehearse --help'"))
    }

    @Test func `An argument that is not UTF-8 is refused`() throws {
        let command = #"exec "$0" "$@" "$(printf 'a\377b.m3u8')""#
        for (arguments, text) in [
            (["rehearse"], "argument 1 after 'fairlead rehearse' is not UTF-8"),
            (["verify", "--clear"], "argument 3 after 'fairlead' is not UTF-8"),
        ] {
            try ChildProcess(
                "/bin/sh",
                ["-c", command, TestPaths.fairlead] + arguments,
                environment: workspace.environment
            ).wait().fails(64, text)
        }
    }

    // MARK: Arguments and inherited state

    /// Arguments after `rehearse`.
    static let arguments: [[String]] = [
        [], [""], ["a b", " c\td ", "line\nbreak"], ["größe/日本語/🎬.m3u8"],
        ["--", "-x", "*", "$HOME", "'\"\\"],
        ["help", "rehearse"], ["--reuse-key", "hd"], [String(repeating: "long", count: 20_000)],
    ]

    @Test(arguments: arguments)
    func `Arguments come as they were given`(arguments: [String]) throws {
        let program = try StandInProgram(#"[ $# = 0 ] || printf '%s\0' "$@""#, in: workspace)
        let outcome = try program.start(arguments).wait().succeeds()
        #expect(outcome.text == arguments.map { $0 + "\0" }.joined())
    }

    @Test func `Bytes that are not UTF-8 come as they were given`() throws {
        let program = try StandInProgram(#"printf '%s' "$1""#, in: workspace)
        let command = #"exec "$0" rehearse "$(printf 'a\377\300b')""#
        let run = try ChildProcess(
            "/bin/sh",
            ["-c", command, program.fairlead],
            environment: workspace.environment
        )
        #expect(try run.wait().output == Data([0x61, 0xff, 0xc0, 0x62]))
    }

    @Test func `Standard input and the environment are its own`() throws {
        let program = try StandInProgram(#"cat; printf '%s' "$FAIRLEAD_KEK""#, in: workspace)
        workspace.environment["FAIRLEAD_KEK"] = String(repeating: "5e", count: 32)
        let outcome = try program.start(input: Data("given ".utf8)).wait().succeeds()
        #expect(outcome.text == "given " + String(repeating: "5e", count: 32))
    }

    @Test func `It ignores and blocks the signals that it would if it were started itself`() throws {
        // No shell: it resets the signals that it was started with, and blocks all signals while it starts a
        // program.
        let program = try StandInProgram(
            "",
            of: "/usr/bin/env -S grep -h ^Sig[BI] /proc/self/status",
            in: workspace
        )
        let start = "env --block-signal=USR1 --ignore-signal=USR2"
        // Both programs in one shell, because test threads differ in the signals that they block.
        let shell = try ChildProcess(
            "/bin/sh",
            ["-c", #"\#(start) "$0"; \#(start) "$1" rehearse; :"#, program.rehearsal, program.fairlead],
            environment: workspace.environment
        )
        let lines = try shell.wait().succeeds().text.split(separator: "\n")
        #expect(lines.count == 4 && lines[0] == "SigBlk:\t0000000000000200" && lines[1].hasPrefix("SigIgn"))
        #expect(lines.prefix(2) == lines.suffix(2))
    }

    // MARK: Exit status and signals

    @Test(arguments: [0, 1, 64, 69, 75, 255] as [Int32])
    func `Its exit status is that of fairlead`(status: Int32) throws {
        let program = try StandInProgram("echo said >&2; exit \(status)", in: workspace)
        let outcome = try program.start().wait()
        #expect(outcome.status == status)
        #expect(outcome.errors == "said\n")
    }

    @Test func `A signal to fairlead reaches it`() throws {
        let script = "trap 'echo heard; exit 75' TERM; echo > ready; while :; do sleep 0.01; done"
        let program = try StandInProgram(script, in: workspace)
        let process = try program.start()
        while !workspace.exists("ready") { usleep(10_000) }
        process.send(SIGTERM)
        let outcome = try process.wait()
        #expect(outcome.status == 75)
        #expect(outcome.text == "heard\n")
    }

    @Test func `A signal that ends it is what fairlead ended by`() throws {
        let program = try StandInProgram("kill -KILL $$", in: workspace)
        #expect(try program.start().wait().status == -SIGKILL)
    }

    // MARK: Location

    @Test(arguments: ["elsewhere/fairlead", "elsewhere/another-name"])
    func `A link to fairlead runs the program beside the file`(name: String) throws {
        let program = try StandInProgram("echo found", in: workspace)
        try workspace.write("#!/bin/sh\necho wrong\n", to: "elsewhere/fairlead-rehearse")
        let link = workspace.path(name)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../programs/fairlead")
        #expect(try program.start(as: link).wait().succeeds().text == "found\n")
    }

    @Test func `A folder with any name will do`() throws {
        let program = try StandInProgram("echo found", in: workspace)
        let folder = workspace.path("größe b")
        try FileManager.default.moveItem(atPath: workspace.path("programs"), toPath: folder)
        #expect(try program.start(as: folder + "/fairlead").wait().succeeds().text == "found\n")
    }

    @Test func `Without the program there is an error that says where it has to be`() throws {
        let program = try StandInProgram("", in: workspace)
        try FileManager.default.removeItem(atPath: program.rehearsal)
        try program.start(["--help"]).wait().fails(66, program.rehearsal, "No such file", "into one folder")
        let json = try program.start(["--log-format", "json"]).wait()
        #expect(json.status == 66)
        #expect(json.errors.hasPrefix(#"{"level":"error","message":""#))
    }

    @Test func `A program that cannot be run is an error, too`() throws {
        let program = try StandInProgram("", in: workspace)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: program.rehearsal)
        try program.start().wait().fails(66, program.rehearsal, "Permission denied", "into one folder")
    }
}
