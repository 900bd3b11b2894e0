import Foundation
import Testing

/// `verify --clear` proves results of `package --clear` without keys.
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

    /// Players ignore a wrong CRC, and in a clear presentation it cannot come from a wrong key.
    @Test(arguments: ["fmp4", "ts"], [[], ["--packed-audio"]])
    func `Sound whose source has a wrong CRC holds, with a warning where frames are seen`(
        format: String,
        more: [String]
    ) throws {
        guard format == "ts" || more.isEmpty else { return }
        var bytes = try Data(contentsOf: URL(filePath: Mezzanine.avcAC3))
        var start = bytes.startIndex
        for _ in 0..<3 {
            start = try #require(bytes.range(of: Data([0x0B, 0x77]), in: start..<bytes.endIndex)).upperBound
        }
        bytes[start + 60] ^= 0x10
        try bytes.write(to: URL(filePath: workspace.path("wrong.mp4")))
        let packaged = try workspace.package(
            [workspace.path("wrong.mp4")],
            to: "clear",
            ["--clear", "--segment-format", format] + more
        )
        #expect(packaged.status == 0 && packaged.errors.contains("1 frame has a wrong CRC"), "\(packaged)")
        let verified = try verifyClear("clear/main.m3u8")
        #expect(verified.status == 0, "\(verified)")
        let report = try verified.json(VerificationReport.self)
        #expect(report.findings.map(\.rule) == (format == "ts" ? ["stream"] : []))
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

    /// Bases for the URIs of initialization sections and segments, as from `rewrite --segment-base` and other
    /// packagers.
    static let outside = [
        "https://cdn.example.com/a/", "//cdn.example.com/a/", "/srv/media/", "../../",
        "data:video/mp4;base64,",
    ]

    /// Writes the sample's playlist with `base` before the URI of its initialization section and, if asked,
    /// of segments.
    private func writeVideo(behind base: String, ofSegments isOfSegments: Bool) throws {
        try workspace.packageClear(Mezzanine.avc).succeeds()
        let lines = try workspace.text("clear/video-240p.m3u8").split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        let moved = lines.map { line in
            isOfSegments && !line.hasPrefix("#") && !line.isEmpty
                ? base + line : line.replacing("MAP:URI=\"", with: "MAP:URI=\"" + base)
        }
        try workspace.write(moved.joined(separator: "\n"), to: "clear/video-240p.m3u8")
    }

    @Test(arguments: outside, [true, false])
    func `Media outside of the tree are findings, also where some are inside`(
        base: String,
        isOfSegments: Bool
    ) throws {
        try writeVideo(behind: base, ofSegments: isOfSegments)
        let outcome = try verifyClear("clear/video-240p.m3u8")
        #expect(outcome.status == 69, "\(outcome)")
        let findings = try outcome.json(VerificationReport.self).findings
        #expect(findings.contains { $0.rule == "media" }, "\(outcome)")
        try workspace.start(["inspect", workspace.path("clear/video-240p.m3u8"), "--media"]).wait().succeeds()
        try workspace.protect("clear/video-240p.m3u8").fails(65, "video-240p.m3u8:5")
    }
}
