import Foundation
import RepositoryFiles
import Testing

/// `--metrics` of `batch` and `batch status`: text for Prometheus, as docs/batch-metrics.md describes it.
struct BatchMetricsTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.manifest(
            "content_id,input",
            "a,\(Sample.packedAudio.path)",
            "b,missing.m3u8",
            "c,\(Sample.packedAudio.path)"
        )
    }

    /// The samples of a file: names with labels, and values.
    private func samples(_ name: String = "m.prom") throws -> [String: Double] {
        let text = try workspace.text(name)
        #expect(text.hasSuffix("\n"))
        return Dictionary(
            uniqueKeysWithValues: try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
                let end = try #require(line.lastIndex(of: " "))
                return (String(line[..<end]), try #require(Double(line[line.index(after: end)...])))
            }
        )
    }

    private static func name(_ metric: String, _ more: String = "") -> String {
        "fairlead_\(metric){manifest=\"titles.csv\"\(more)}"
    }

    @Test func `A run tells how its titles ended`() throws {
        let report = try workspace.batchReport("--metrics", "m.prom", status: 66)
        let samples = try samples()
        func state(_ state: String) -> Double? { samples[Self.name("batch_titles", ",state=\"\(state)\"")] }
        #expect(
            state("published") == 2 && state("failed") == 1 && state("waiting") == 0
                && state("does_not_hold") == 0
        )
        #expect(samples[Self.name("batch_exit_status")] == 66)
        let (start, end) = (
            try #require(samples[Self.name("batch_start_timestamp_seconds")]),
            try #require(samples[Self.name("batch_end_timestamp_seconds")])
        )
        #expect(start <= end && abs(end - Date().timeIntervalSince1970) < 100)
        #expect(samples[Self.name("batch_output_bytes")] == report.summary["bytes"].map(Double.init))
        #expect(samples.keys.contains { $0.hasPrefix("fairlead_batch_free_bytes{") })
        #expect(try workspace.names(in: "").filter { $0.hasPrefix("m.prom") } == ["m.prom"])
    }

    @Test func `A batch that cannot begin tells its status`() throws {
        try workspace.write("content_id\n", to: "titles.csv")
        try workspace.batch("--metrics", "m.prom").fails(65)
        #expect(try samples()[Self.name("batch_exit_status")] == 65)
    }

    @Test func `A shard has its number in all metrics`() throws {
        try workspace.batch("--metrics", "m.prom", "--shard-index", "1", "--shard-count", "3").fails(66)
        #expect(try samples().keys.allSatisfy { $0.contains("manifest=\"titles.csv\",shard=\"1/3\"") })
    }

    @Test func `The status tells what the key store knows`() throws {
        try workspace.batch().fails(66)
        try workspace.batch("--verify", "--shard-index", "0", "--shard-count", "3").succeeds()
        try workspace.fairlead("batch", "status", "titles.csv", "--metrics", "m.prom").succeeds()
        let first = try samples()
        func catalog(_ state: String) -> Double? { first[Self.name("catalog_titles", ",state=\"\(state)\"")] }
        #expect(
            catalog("published") == 2 && catalog("failed") == 1 && catalog("changed") == 0
                && catalog("waiting") == 0
        )
        for days in [1, 7, 30, 90, 365] {
            #expect(first[Self.name("catalog_titles_not_verified", ",days=\"\(days)\"")] == 1)
        }
        #expect(first[Self.name("catalog_oldest_verification_timestamp_seconds")] != nil)
        #expect(!first.keys.contains { $0.contains("license_server") })
        // A license server that has one of two keys.
        let keyID = try #require(try workspace.listedKeys().first).keyId
        try workspace.fairlead("keys", "confirm", "--license-server", "ksm", "--key-id", keyID).succeeds()
        try workspace.fairlead("batch", "status", "titles.csv", "--metrics", "m.prom").succeeds()
        let second = try samples()
        #expect(second[Self.name("keys_not_confirmed", ",license_server=\"ksm\"")] == 1)
        let name = Self.name("keys_not_confirmed_oldest_timestamp_seconds", ",license_server=\"ksm\"")
        let oldest = try #require(second[name])
        #expect(abs(oldest - Date().timeIntervalSince1970) < 100)
    }

    @Test(arguments: ["titles.csv", "keys.sqlite", "keys.sqlite-wal", "report.json"])
    func `No other file is overwritten`(name: String) throws {
        if name == "report.json" { try workspace.write("{\"mine\": 1}\n", to: name) }
        let before = try? workspace.data(name)
        try workspace.batch("--metrics", name).fails(64)
        try workspace.fairlead("batch", "status", "titles.csv", "--metrics", name).fails(64)
        #expect((try? workspace.data(name)) == before)
        try workspace.batch("--metrics", "none/m.prom").fails(73)
    }

    @Test func `Neither a device nor a report is replaced by metrics`() throws {
        try workspace.batch("--metrics", "/dev/null").fails(64, "/dev/null")
        try workspace.batch("--metrics", "m", "--report", "m").fails(64)
        #expect(!workspace.exists("m"))
        // A name that other files of metrics begin with is one like any other.
        try workspace.batch("--metrics", "m").fails(66)
        #expect(try workspace.names().filter { $0.hasPrefix("m") } == ["m"])
        let attributes = try FileManager.default.attributesOfItem(atPath: workspace.path("m"))
        #expect(attributes[.posixPermissions] as? Int == 0o644)
        // Of a link, the file that it leads to is replaced.
        try FileManager.default.createSymbolicLink(atPath: workspace.path("l"), withDestinationPath: "m")
        try workspace.batch("--metrics", "l", "--shard-index", "1", "--shard-count", "3").fails(66)
        #expect(try workspace.text("m").contains("shard=\"1/3\""))
    }

    /// The metrics of the table, with the labels of each.
    private static func documented() throws -> [String: Set<String>] {
        let text = try String(
            contentsOf: Repository.root.appending(path: "docs/batch-metrics.md"),
            encoding: .utf8
        )
        return Dictionary(
            uniqueKeysWithValues: text.split(separator: "\n").compactMap { line in
                guard let match = line.wholeMatch(of: /\| `(fairlead_\w+)` \| gauge \| (`(\w+)`)? ?\|.*/)
                else { return nil }
                return (String(match.1), match.3.map { [String($0)] } ?? [])
            }
        )
    }

    @Test func `Every metric is described, and every described metric is there`() throws {
        try workspace.batch("--verify", "--metrics", "run.prom").fails(66)
        let keyID = try #require(try workspace.listedKeys().first).keyId
        try workspace.fairlead("keys", "confirm", "--license-server", "k\"s\\m", "--key-id", keyID).succeeds()
        try workspace.fairlead("batch", "status", "titles.csv", "--metrics", "catalog.prom").succeeds()
        var seen: [String: Set<String>] = [:]
        for sample in try Array(samples("run.prom").keys) + Array(samples("catalog.prom").keys) {
            let name = String(sample.prefix { $0 != "{" })
            let labels = sample.matches(of: /[{,](\w+)="/).map { String($0.1) }
            seen[name, default: []].formUnion(labels)
        }
        #expect(seen.mapValues { $0.subtracting(["manifest"]) } == (try Self.documented()))
        #expect(try workspace.text("catalog.prom").contains(#"license_server="k\"s\\m""#))
    }
}
