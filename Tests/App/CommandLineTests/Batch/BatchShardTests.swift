import Foundation
import Testing

/// Shards: the processes of a job array share a manifest.
struct BatchShardTests {
    let workspace: Workspace
    static let titles = (0..<7).map { "t\($0)" }

    init() throws {
        workspace = try Workspace()
        try workspace.manifest("content_id,input", Self.titles.map { "\($0),\(Sample.packedAudio.path)" })
    }

    @Test func `Together they do every title once`() throws {
        // At the same time, as on a cluster.
        let runs = try (0..<3).map {
            try workspace.start(Workspace.batchWords(["--shard-index", "\($0)", "--shard-count", "3"]))
        }
        for (index, run) in runs.enumerated() {
            let report = try run.wait().succeeds().json(BatchReport.self)
            #expect(report.titles.map(\.index) == Array(stride(from: index, to: 7, by: 3)))
            #expect(Set(report.states.values) == ["published"])
        }
        #expect(try workspace.names(in: "results") == Self.titles)
        #expect(try workspace.records().map(\.contentId).sorted() == Self.titles)
        #expect(try Set(workspace.batchReport().states.values) == ["current"])
    }

    /// Environment variables as the engines document them, for the second of three tasks.
    @Test(arguments: [
        [
            "SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "2",
            "SLURM_ARRAY_TASK_COUNT": "3",
        ],
        // The same task alone, submitted again.
        [
            "SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "1",
            "SLURM_ARRAY_TASK_COUNT": "1",
        ],
        ["JOB_COMPLETION_INDEX": "1"],
        ["AWS_BATCH_JOB_ARRAY_INDEX": "1", "AWS_BATCH_JOB_ARRAY_SIZE": "3"],
        ["BATCH_TASK_INDEX": "1", "BATCH_TASK_COUNT": "3"],
    ])
    func `An engine tells which task this is`(variables: [String: String]) throws {
        workspace.environment.merge(variables) { $1 }
        let report = try workspace.batchReport("--shard-index", "auto", "--shard-count", "3", "--dry-run")
        #expect(report.titles.map(\.contentId) == ["t1", "t4"])
        #expect(report.shard == BatchReport.Shard(index: 1, count: 3))
    }

    @Test func `A task beyond the count is told which array to submit`() throws {
        workspace.environment["SLURM_ARRAY_TASK_ID"] = "3"
        try workspace.batch("--shard-index", "auto", "--shard-count", "3").fails(64, "--array=0-2")
        #expect(try workspace.hasEmptyStore)
    }

    @Test func `A Slurm job with the key-encryption key in its environment is warned once`() throws {
        let digits = try Data(contentsOf: URL(filePath: workspace.kekFile))
        let kek = try #require(String(bytes: digits, encoding: .utf8)).trimmingCharacters(in: .newlines)
        func warnings(_ more: String...) throws -> [Substring] {
            let outcome = try workspace.start(Workspace.batchWords(["--dry-run"] + more)).wait()
            #expect(outcome.status == 0 && !outcome.errors.contains(kek))
            return outcome.errors.split(separator: "\n").filter { $0.contains("--export=NONE") }
        }
        workspace.environment["SLURM_JOB_ID"] = "17"
        #expect(try warnings().isEmpty)
        workspace.environment["FAIRLEAD_KEK"] = kek
        let found = try warnings()
        #expect(found.count == 1 && found.allSatisfy { $0.hasPrefix("warning: FAIRLEAD_KEK: ") }, "\(found)")
        // It is in the state of Slurm all the same.
        #expect(try warnings("--kek-file", workspace.kekFile).count == 1)
        workspace.environment["SLURM_JOB_ID"] = nil
        #expect(try warnings().isEmpty)
    }

    @Test func `Two engines contradict each other`() throws {
        workspace.environment["JOB_COMPLETION_INDEX"] = "1"
        workspace.environment["SLURM_ARRAY_TASK_ID"] = "1"
        try workspace.batch("--shard-index", "auto", "--shard-count", "3")
            .fails(64, "JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID")
        #expect(try workspace.hasEmptyStore)
    }

    @Test func `A shard without titles is done`() throws {
        let report = try workspace.batchReport("--shard-index", "8", "--shard-count", "9")
        #expect(report.titles.isEmpty)
        for arguments in [["batch", "status"], ["batch", "failed"]] {
            let more = ["titles.csv", "--shard-index", "8", "--shard-count", "9"]
            try workspace.start(arguments + more).wait().succeeds()
        }
    }
}
