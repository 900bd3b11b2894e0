import Foundation
import KeyServerFixtures
import Testing

/// The note that players without a resource loader get no key from the default key URI.
struct UsualKeyURITests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func protect(_ options: [String], _ sample: Sample = .packedAudio) throws -> Outcome {
        let arguments = ["protect", sample.path, "-o", workspace.path("out"), "--content-id", "movie-42"]
        return try workspace.start(arguments + options).wait()
    }

    @Test(arguments: [
        ["--method", "aes-128"], ["--method", "aes-256-gcm"],
        ["--method", "sample-aes", "--drm", "identity"],
        ["--method", "aes-128", "--dry-run"],
    ])
    func `Nobody chose a key URI, and lines are of identity`(options: [String]) throws {
        let report = workspace.path("report.json")
        let outcome = try protect(options + ["--report", report]).warns(Outcome.resourceLoaderNote)
        #expect(outcome.errors.contains("--template https-key"))
        let reportJSON = try JSONSerialization.jsonObject(with: workspace.data("report.json"))
        let warnings = try #require((reportJSON as? [String: Any])?["warnings"] as? [String])
        #expect(warnings.count { $0.contains(Outcome.resourceLoaderNote) } == 1)
    }

    @Test func `Several keys make one note`() throws {
        try protect(["--method", "aes-128", "--rotate-every", "4", "--template", "content-id-track"])
            .succeeds()
        let options = ["--method", "aes-128", "--quiet"]
        #expect(
            try protect(options + ["--overwrite", "--new-key", "--key-uri", "skd://{key_id}"]).errors == ""
        )
        let package = ["package", Mezzanine.avc, "-o", workspace.path("made"), "--content-id", "made"]
        try workspace.start(package + ["--method", "aes-128"]).wait().warns(Outcome.resourceLoaderNote)
        let quiet = ["package", Mezzanine.avc, "-o", workspace.path("quiet"), "--content-id", "quiet", "-q"]
        #expect(try workspace.start(quiet + ["--method", "aes-128"]).wait().errors == "")
    }

    @Test(arguments: [
        ["--method", "aes-128", "--template", "content-id"],
        ["--method", "aes-128", "--key-uri", "skd://{key_id}"],
        ["--method", "aes-128", "--template", "https-key", "--set", "key_url=https://keys.example.com/"],
        ["--method", "sample-aes"],
    ])
    func `Who chose a key URI, or protects for FairPlay, is told nothing`(options: [String]) throws {
        #expect(try protect(options).succeeds().errors == "")
    }

    @Test func `A key server's URI is one`() throws {
        let server = try SPEKEServer("good", "no-lines")
        let options = ["--method", "aes-128", "--key-server", "speke:http://127.0.0.1:\(server.port)/"]
        #expect(try protect(options).succeeds().errors == "")
        // The server gives the key alone, and the default template makes the URI.
        let arguments = [
            "protect", Sample.packedAudio.path, "-o", workspace.path("other"), "--content-id", "other",
        ]
        try workspace.start(arguments + options).wait().warns(Outcome.resourceLoaderNote)
    }

    @Test func `A batch says it of the first title, and reports it of each`() throws {
        let rows = ["a", "b", "c"].map { "\($0),\(Sample.packedAudio.path)\n" }
        try workspace.write("content_id,input\n" + rows.joined(), to: "titles.csv")
        let batch = [
            "batch", workspace.path("titles.csv"), "-o", workspace.path("all/{content_id}"), "--method",
            "aes-128",
        ]
        let outcome = try workspace.start(batch + ["--format", "json"]).wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.errors.split(separator: "\n").filter { $0.contains(Outcome.resourceLoaderNote) }
        // A line for the first title, and one with the number of further titles.
        #expect(lines.count == 2 && lines.last?.contains("2 more titles") == true, "\(outcome.errors)")
        let titles = try outcome.json(BatchReport.self).titles
        #expect(titles.allSatisfy { $0.warnings.contains { $0.contains(Outcome.resourceLoaderNote) } })
    }
}
