import Foundation
import Testing

/// `verify --clear`: what `package --clear` made is proved without keys.
struct ClearVerificationTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func verifyClear(_ playlist: String, _ more: String...) throws -> Outcome {
        try workspace.start(["verify", workspace.path(playlist), "--clear", "--format", "json"] + more).wait()
    }

    @Test(arguments: ["fmp4", "ts"])
    func `A clear presentation holds, and no key store is opened`(format: String) throws {
        try workspace.packageClear(Mezzanine.avc, "--segment-format", format).succeeds()
        try FileManager.default.removeItem(atPath: workspace.storeFile)
        let report = try verifyClear("clear/main.m3u8").succeeds().json(VerificationReport.self)
        #expect(report.findings.isEmpty)
    }

    @Test func `A key line is a finding, whether the key is known or not`() throws {
        let options = ["--content-id", "movie-42", "--method", "aes-128"]
        try workspace.package([Mezzanine.avc], options + PackageTests.identity).succeeds()
        let outcome = try verifyClear("out/main.m3u8")
        #expect(outcome.status == 69, "\(outcome)")
        let rules = Set(try outcome.json(VerificationReport.self).findings.map(\.rule))
        #expect(rules.contains("key-line") && !rules.contains("no-record"))
    }

    @Test func `Encrypted media without key lines are found`() throws {
        let options = ["--content-id", "movie-42", "--method", "aes-128", "--segment-format", "ts"]
        try workspace.package([Mezzanine.avc], options + PackageTests.identity).succeeds()
        for name in try workspace.tree("out").keys where name.hasSuffix(".m3u8") {
            let lines = try workspace.text("out/" + name).split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            let clear = lines.filter { !$0.hasPrefix("#EXT-X-KEY") && !$0.hasPrefix("#EXT-X-SESSION-KEY") }
            try workspace.write(clear.joined(separator: "\n"), to: "out/" + name)
        }
        let outcome = try verifyClear("out/main.m3u8")
        #expect(outcome.status == 69, "\(outcome)")
        #expect(try outcome.json(VerificationReport.self).findings.contains { $0.rule == "stream" })
    }

    @Test(arguments: [["--content-id", "a"], ["--key-store", "sqlite:x"], ["--kek-file", "x"]])
    func `Options of keys contradict it`(options: [String]) throws {
        let outcome = try workspace.start(["verify", "main.m3u8", "--clear"] + options).wait()
        outcome.fails(64, options[0], "--clear")
    }
}
