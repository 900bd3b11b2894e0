import Foundation
import Testing

/// The key-encryption key in the environment, which `fairlead` leaves there for `fairlead-rehearse`.
struct RehearsalKeyTests {
    private let workspace: Workspace
    private let playlist: String

    init() throws {
        workspace = try Workspace()
        playlist = workspace.path("out/multivariant.m3u8")
        try workspace.protectSamples(Sample.transportStream.path).succeeds()
    }

    @Test func `The key of the environment opens the store`() throws {
        workspace.environment["FAIRLEAD_KEK"] = String(repeating: "5e", count: 32)
        try workspace.fairlead("rehearse", playlist).fails(77, "key store")
        let kek = try String(contentsOfFile: workspace.kekFile, encoding: .utf8)
        workspace.environment["FAIRLEAD_KEK"] = kek.trimmingCharacters(in: .whitespacesAndNewlines)
        try FileManager.default.removeItem(atPath: workspace.kekFile)
        let opened = try workspace.fairlead("rehearse", playlist)
        #expect(!opened.errors.contains("key-encryption key") && ![66, 77].contains(opened.status))
    }

    /// The key is neither in what the kernel shows of the process nor in the environment of programs that it
    /// starts.
    @Test func `The environment has no key any more`() throws {
        workspace.environment["FAIRLEAD_KEK"] = String(repeating: "5e", count: 32)
        let command =
            "tr '\\0' '\\n' </proc/$PPID/cmdline >name; cat /proc/$PPID/environ >process; env >inherited; "
            + "cat '\(workspace.kekFile)'"
        _ = try workspace.fairlead("rehearse", playlist, "--kek-command", command)
        let name = try workspace.text("name").prefix { $0 != "\n" }
        #expect(name.hasSuffix("/fairlead-rehearse"))
        let inherited = try workspace.text("inherited")
        #expect(inherited.contains("PATH=") && !inherited.contains("FAIRLEAD_KEK"))
        let process = try workspace.data("process")
        // The process is not dumpable, so the kernel shows its environment only to root.
        #expect(process.isEmpty != Machine.isRoot)
        #expect(!String(decoding: process, as: UTF8.self).contains("5e5e5e5e5e5e"))
    }
}
