import Foundation
import Testing

/// The part of `rehearse --format json` that tests read.
private struct Rehearsal: Decodable {
    struct Export: Decodable {
        let format: String
        let keys: Int
    }
    struct Flow: Decodable {
        struct Step: Decodable {
            struct Finding: Decodable {
                let severity: String
                let message: String
                let remedy: String
            }
            let code: String
            let outcome: String
            let count: Int
            let findings: [Finding]
        }
        let flow: String
        let holds: Bool
        let steps: [Step]
    }
    let holds: Bool
    let export: Export?
    let deviceKeyFunction: String?
    let flows: [Flow]

    /// The codes of the failed steps.
    var failures: [String] { flows.flatMap(\.steps).filter { $0.outcome == "fails" }.map(\.code) }
}

/// `rehearse` as a program: the flows of a presentation, the exported file, its traces in the store, and exit
/// statuses.
struct RehearseTests {
    private let workspace: Workspace
    private let playlist: String

    init() throws {
        workspace = try Workspace()
        playlist = workspace.path("out/multivariant.m3u8")
    }

    private func protect(_ sample: Sample, _ more: String...) throws {
        _ = try workspace.protectSamples(sample.path, more)
    }

    private func rehearse(_ more: String..., status: Int32 = 0) throws -> Rehearsal {
        let outcome = try workspace.start(["rehearse", playlist, "--format", "json"] + more).wait()
        try #require(outcome.status == status, "\(outcome.testDescription)")
        return try outcome.json(Rehearsal.self)
    }

    @Test func `All flows of a tree hold that its key lines are for`() throws {
        try protect(.fragmentedMP4, "--drm", "fairplay,widevine,playready,identity")
        let report = try rehearse("--source", Sample.fragmentedMP4.path)
        #expect(report.holds)
        #expect(Set(report.flows.map(\.flow)) == ["ksm", "cenc", "key-delivery"])
        #expect(report.deviceKeyFunction?.contains("stand-in") == true)
        for flow in report.flows {
            // Without rotation there is no renewal (R12) to check for Widevine and PlayReady.
            for step in flow.steps where flow.flow != "cenc" || step.code != "R12" {
                #expect(step.outcome == "holds" && step.count > 0, "\(flow.flow) \(step.code)")
            }
        }
    }

    @Test(arguments: ["jsonl", "csv", "fps-sdk", "expressplay-token"])
    func `An exported file is looked into, also without a store`(format: String) throws {
        try protect(.transportStream, "--key-per", "type", "--template", "content-id-track")
        let file = workspace.path("keys")
        if format == "fps-sdk" {
            try workspace.fairlead("keys", "policy", "--content-id", "movie-42", "--hdcp", "type-0")
                .succeeds()
        }
        try workspace.fairlead("keys", "export", "--as", format, "--allow-plaintext", "-o", file).succeeds()
        let known = try rehearse("--export", file, "--as", format, "--source", Sample.transportStream.path)
        #expect(known.holds && known.export?.format == format)
        workspace.environment["FAIRLEAD_KEY_STORE"] = nil
        let alone = try rehearse("--export", file)
        #expect(alone.holds && alone.export?.format == format)
    }

    @Test func `The file of another title is told where the key is looked up`() throws {
        try protect(.transportStream)
        try workspace.fairlead("keys", "create", "--content-id", "movie-43", "--track", "all").succeeds()
        let file = workspace.path("keys.jsonl")
        try workspace.fairlead(
            "keys",
            "export",
            "--as",
            "jsonl",
            "--allow-plaintext",
            "--content-id",
            "movie-43",
            "-o",
            file
        )
        .succeeds()
        let report = try rehearse("--export", file, status: 69)
        #expect(report.failures == ["R08"])
        let finding = try #require(report.flows.first?.steps.first { $0.code == "R08" }?.findings.first)
        #expect(finding.message.contains("-42584") && finding.message.contains("movie-43"))
        #expect(!finding.remedy.isEmpty)
    }

    @Test func `The log tells of it, and nothing counts as delivered`() throws {
        try protect(.transportStream)
        let pending = try workspace.fairlead("keys", "list", "--pending", "ksm").succeeds().text
        let before = try workspace.fairlead("keys", "audit", "--format", "json").succeeds().text
        _ = try rehearse("--as", "csv")
        let after = try workspace.fairlead("keys", "audit", "--format", "json").succeeds().text
        let new = after.dropFirst(before.count).split(separator: "\n")
        #expect(new.count == 1 && new[0].contains("export") && new[0].contains("rehearsed, csv, in memory"))
        #expect(try workspace.fairlead("keys", "list", "--pending", "ksm").succeeds().text == pending)
    }

    /// The log gets one entry for each exported file, with its format.
    @Test func `The log tells of the formats of all flows`() throws {
        try protect(.fragmentedMP4, "--drm", "fairplay,widevine")
        let before = try workspace.fairlead("keys", "audit", "--format", "json").succeeds().text
        _ = try rehearse()
        let after = try workspace.fairlead("keys", "audit", "--format", "json").succeeds().text
        let new = after.dropFirst(before.count).split(separator: "\n")
        #expect(new.count == 2)
        for format in ["jsonl", "cpix-2.3"] {
            #expect(new.contains { $0.contains("rehearsed, \(format), in memory") })
        }
    }

    /// The key store knows the media as a whole, and recognizes these as a part.
    @Test func `A title that was cut holds, with the source that was cut alike`() throws {
        for options in [[], ["--drm", "fairplay,widevine"]] {
            let sample = options.isEmpty ? Sample.transportStream : .fragmentedMP4
            try? FileManager.default.removeItem(atPath: workspace.path("out"))
            try workspace.protectSamples(sample.path, id: "cut-\(options.count)", options).succeeds()
            let folder = URL(filePath: sample.path).deletingLastPathComponent().path
            try ChildProcess.run("cp", "-r", folder, workspace.path("clear")).succeeds()
            for (name, extra) in [("out", []), ("clear", ["--no-records"])] {
                let entry = workspace.path(name + "/multivariant.m3u8")
                let cut = workspace.path("cut-" + name)
                try workspace.start(["rewrite", entry, "-o", cut, "--from", "4"] + extra).wait().succeeds()
                try ChildProcess.run("cp", "-r", cut + "/.", workspace.path(name)).succeeds()
                try ChildProcess.run("rm", "-r", cut).succeeds()
            }
            #expect(try rehearse().holds)
            #expect(try rehearse("--source", workspace.path("clear/multivariant.m3u8")).holds)
            let whole = try rehearse("--source", sample.path, status: 69)
            #expect(Set(whole.failures) == ["R11"])
            try ChildProcess.run("rm", "-r", workspace.path("clear")).succeeds()
        }
    }

    /// An app takes these URIs as they are; they are not URLs.
    @Test func `Identity keys whose URIs are no URLs hold`() throws {
        try protect(.transportStream, "--method", "aes-128", "--template", "content-id-track")
        let report = try rehearse()
        #expect(report.holds && report.flows.map(\.flow) == ["key-delivery"])
        let steps = try #require(report.flows.first).steps
        #expect(steps.first { $0.code == "R06" }?.outcome == "skipped")
        #expect(steps.first { $0.code == "R11" }?.outcome == "holds")
    }

    /// CPIX documents have one key for a track and period.
    @Test func `A second generation holds beside the first`() throws {
        let options = ["--drm", "fairplay,widevine", "--key-uri", "skd://{content_id}-{generation}"]
        try workspace.protectSamples(Sample.fragmentedMP4.path, options).succeeds()
        try? FileManager.default.removeItem(atPath: workspace.path("out"))
        try workspace.protectSamples(Sample.fragmentedMP4.path, options + ["--new-key"]).succeeds()
        let report = try rehearse()
        #expect(report.holds && Set(report.flows.map(\.flow)) == ["ksm", "cenc"])
    }

    /// FairPlay's SDK requires content types, which these keys do not have.
    @Test func `Where the first format of a template cannot hold the keys, the next one is taken`() throws {
        try protect(.transportStream, "--template", "apple-sample")
        let report = try rehearse("--template", "apple-sample")
        #expect(report.holds && report.export?.format == "jsonl")
        try workspace.start(["rehearse", playlist, "--as", "fps-sdk"]).wait().fails(65, "content type")
    }

    @Test func `Nothing is written but what is asked for`() throws {
        try protect(.transportStream)
        let names = { try FileManager.default.subpathsOfDirectory(atPath: workspace.folder).sorted() }
        let before = try names().filter { !$0.hasPrefix("keys.sqlite") }
        _ = try rehearse()
        #expect(try names().filter { !$0.hasPrefix("keys.sqlite") } == before)
        _ = try rehearse("--report", workspace.path("report.json"), "--html", workspace.path("way.html"))
        #expect(try workspace.text("report.json").contains("\"flows\""))
        #expect(try workspace.text("way.html").contains("</html>"))
    }

    /// Keys of the title and the ASk are neither in reports nor on standard error.
    @Test func `Reports have no secrets`() throws {
        try protect(.transportStream)
        let secret = String(repeating: "a5", count: 15) + "5a"
        try workspace.writeSecret(Data(secret.utf8), to: "ask")
        let outcome = try workspace.start([
            "rehearse", playlist, "--format", "json", "-v", "--ask-file", workspace.path("ask"), "--html",
            workspace.path("way.html"),
        ]).wait()
        #expect(outcome.status == 0)
        let texts = outcome.text + outcome.errors + (try workspace.text("way.html"))
        for record in try workspace.records() {
            for value in [try #require(record.key), secret] { #expect(!texts.lowercased().contains(value)) }
        }
    }

    /// Command lines that are refused, with exit status and words of the message.
    static let refused: [(arguments: [String], status: Int32, part: String)] = [
        (["nothing.m3u8"], 66, "nothing.m3u8"),
        ([], 64, "give a playlist"),
        (["x.m3u8", "--captured-spc", "y"], 64, "give a playlist"),
        (["x.m3u8", "--flow", "tokens"], 64, "--flow"),
        (["x.m3u8", "--rule", "hosts"], 64, "--rule hosts"),
        (["x.m3u8", "--as", "xml"], 64, "--as xml"),
        (["x.m3u8", "--as", "skm"], 64, "--as skm"),
        (["x.m3u8", "--export", "junk", "--as", "skm"], 64, "--as skm"),
        (["x.m3u8", "--cpix-key", "k"], 64, "--cpix-key"),
        (["x.m3u8", "--method", "aes-256-gcm"], 64, "--method requires --export"),
        (["--captured-spc", "y", "--flow", "ksm"], 64, "--flow cannot be combined with"),
        (["--captured-spc", "y", "--source", "x.m3u8"], 64, "--source cannot be combined with"),
        (["--captured-spc", "y", "--rule", "host"], 64, "--rule cannot be combined with"),
        (["--captured-spc", "y", "--template", "host"], 64, "--template cannot be combined with"),
        (["--captured-spc", "y", "--d-command", "d"], 64, "--d-command cannot be combined with"),
        (["--captured-spc", "y", "--post", "form"], 64, "--post cannot be combined with"),
        (["--captured-spc", "y", "--query", "a=b"], 64, "--query cannot be combined with"),
        (["x.m3u8", "--report", "x.m3u8"], 64, "--report"),
        (["x.m3u8", "--export", "{.jsonl", "--report", "{.jsonl"], 64, "--report: the file is an input"),
        (["x.m3u8", "--export", "{.jsonl", "--html", "{.jsonl"], 64, "--html: the file is an input"),
        (["x.m3u8", "--ask-file", "{.jsonl", "--html", "{.jsonl"], 64, "--html: the file is an input"),
        (["x.m3u8", "--certificate", "c"], 64, "--private-key"),
        (["x.m3u8", "--license-url", "http://127.0.0.1:1/"], 64, "--certificate"),
        (
            ["x.m3u8", "--license-url", "nonsense", "--certificate", "c", "--ask-file", "a"], 64,
            "--license-url"
        ),
        (["x.m3u8", "--license-url", "", "--certificate", "c", "--ask-file", "a"], 64, "--license-url"),
        (["x.m3u8", "--post", "xml"], 64, "--post"),
        (["x.m3u8", "--report", "r", "--html", "r"], 64, "the file is that of --report"),
        (["--captured-spc", "y", "--export", "z"], 64, "--certificate"),
        (["x.m3u8", "--export", "nothing.csv"], 66, "nothing.csv"),
        (["x.m3u8", "--export", "junk", "--as", "csv"], 65, "--export: junk:1"),
        (["x.m3u8", "--export", "junk"], 65, "format of this file is not clear"),
        (["x.m3u8", "--ask-file", "junk"], 65, "--ask-file junk"),
        (["x.m3u8", "--certificate", "junk", "--private-key", "junk"], 65, "--private-key junk"),
        (["junk"], 65, "#EXTM3U"),
    ]

    @Test(arguments: refused)
    func `What cannot be rehearsed is said`(_ refused: (arguments: [String], status: Int32, part: String))
        throws
    {
        try workspace.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\ns.ts\n#EXT-X-ENDLIST\n",
            to: "x.m3u8"
        )
        try workspace.write("{}\n", to: "{.jsonl")
        try workspace.write("no file of any kind, and long enough to be none", to: "junk")
        try workspace.start(["rehearse"] + refused.arguments).wait().fails(refused.status, refused.part)
        #expect(try workspace.text("{.jsonl") == "{}\n")
    }

    @Test func `A presentation without a key line does not hold`() throws {
        try workspace.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\ns.ts\n#EXT-X-ENDLIST\n",
            to: "x.m3u8"
        )
        let outcome = try workspace.fairlead("rehearse", "x.m3u8", "--format", "json")
        #expect(outcome.status == 69)
        #expect(try outcome.json(Rehearsal.self).failures == ["R01"])
    }

    /// The command has received the ASk, so it must not outlive the run.
    @Test(arguments: [SIGINT, SIGTERM])
    func `A command that is D ends with the run`(signal: Int32) throws {
        try protect(.transportStream)
        let command = "echo $$ > '\(workspace.path("pid"))'; exec sleep 300"
        let process = try workspace.start(["rehearse", playlist, "--d-command", command])
        while try !workspace.exists("pid") || workspace.text("pid").isEmpty { usleep(10_000) }
        let child = try #require(
            Int32(try workspace.text("pid").trimmingCharacters(in: .whitespacesAndNewlines))
        )
        process.send(signal)
        #expect(try process.wait().status == 75)
        #expect(kill(child, 0) == -1)
    }

    @Test func `The D of a command is asked, and what it says is shown without digits`() throws {
        try protect(.transportStream)
        try workspace.write(
            "#!/bin/sh\nread r2; read ask; printf %s \"$r2$ask\" | openssl md5 -r | cut -c 1-32\n",
            to: "d"
        )
        let report = try rehearse("--d-command", "sh '\(workspace.path("d"))'", "--post", "octets")
        #expect(report.holds && report.deviceKeyFunction?.contains("stand-in") == false)
        let failing = "echo secret 00112233445566778899aabbccddeeff >&2; exit 3"
        let failed = try workspace.start(["rehearse", playlist, "--d-command", failing]).wait()
        #expect(failed.status == 69)
        #expect(failed.text.contains("secret …") && !(failed.text + failed.errors).contains("00112233"))
    }
}
