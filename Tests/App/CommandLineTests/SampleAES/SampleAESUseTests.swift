import Foundation
import Testing

/// Media that the key store knows to be protected by SAMPLE-AES, and repeated runs.
struct SampleAESUseTests {
    let workspace: Workspace
    let playlist: String

    init() throws {
        workspace = try Workspace()
        playlist = try workspace.copy(.transportStream)
    }

    private func exchange(_ first: String, _ second: String) throws {
        let (one, two) = (try workspace.data(first), try workspace.data(second))
        try workspace.write(two, to: first)
        try workspace.write(one, to: second)
    }

    @Test func `The same media under both methods are no conflict`() throws {
        try workspace.protect(playlist).succeeds()
        try workspace.protectSamples(playlist, to: "samples").succeeds()
        try workspace.protect(playlist, to: "again").succeeds()
        try workspace.protectSamples(playlist, to: "samples").succeeds()
        #expect(try Set(workspace.records().map(\.key)).count == 1)
    }

    @Test(arguments: [[], ["--clear-lead", "5"], ["--rotate-every", "4", "--template", "content-id-track"]])
    func `Changed media are refused, the rendition is named`(options: [String]) throws {
        try workspace.protectSamples(playlist, options).succeeds()
        let tree = try workspace.tree("out")
        try exchange("in/video/240p/segment1.ts", "in/video/240p/segment2.ts")
        let refused = try workspace.protectSamples(playlist, options + ["--overwrite"])
        refused.fails(65, "video/240p/index", "--new-key", "--reuse-key")
        #expect(!refused.errors.contains("720p"))
        #expect(try workspace.tree("out") == tree)
        try workspace.protectSamples(playlist, options + ["--overwrite", "--reuse-key", "video/240p/index"])
            .succeeds()
    }

    /// Clear segments have the same invariant as protected ones, so a clear lead does not change the media.
    @Test func `A clear start does not make other media`() throws {
        try workspace.protectSamples(playlist, ["--clear-lead", "4"]).succeeds()
        try workspace.protectSamples(playlist, to: "other").succeeds()
        try workspace.protectSamples(playlist, to: "third", ["--clear-lead", "8"]).succeeds()
    }

    @Test func `Null packets are no other media`() throws {
        try workspace.protectSamples(playlist).succeeds()
        let null = Data([0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184))
        let name = "in/video/240p/segment1.ts"
        try workspace.write(workspace.data(name) + null, to: name)
        try workspace.protectSamples(playlist, ["--overwrite"]).succeeds()
        try workspace.protect(playlist, to: "bytes").succeeds()
    }

    @Test(arguments: [
        [], ["--drm", "identity,fairplay"], ["--clear-lead", "4"],
        ["--rotate-every", "4", "--template", "content-id-track", "--session-keys", "all"],
    ])
    func `The same run twice changes nothing`(options: [String]) throws {
        let arguments = options + ["--format", "json"]
        let first = try workspace.protectSamples(playlist, arguments).succeeds().json(ProtectionReport.self)
        #expect(first.outcome == "published")
        let tree = try workspace.tree("out")
        let second = try workspace.protectSamples(playlist, arguments).succeeds().json(ProtectionReport.self)
        #expect(second.outcome == "unchanged")
        #expect(second.keys.map(\.keyId) == first.keys.map(\.keyId))
        try workspace.remove("out")
        try workspace.protectSamples(playlist, arguments + ["--jobs", "1"]).succeeds()
        #expect(try workspace.tree("out") == tree)
    }

    @Test func `A dry run touches nothing and mints no key`() throws {
        let names = try workspace.names()
        let report = try workspace.protectSamples(playlist, ["--dry-run", "--format", "json"]).succeeds()
            .json(ProtectionReport.self)
        #expect(report.outcome == "dry-run")
        #expect(report.keySystems == ["fairplay"])
        #expect(try workspace.names() == names)
        #expect(try workspace.hasEmptyStore)
    }
}
