import Foundation
import Testing

/// Shards and attempts of a run that have different manifests, of which titles would be left out.
struct BatchRunManifestTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try write(titles: 4)
    }

    private func write(titles: Int) throws {
        try workspace.manifest(
            "content_id,input",
            (0..<titles).map { "t\($0),\(Sample.packedAudio.path)" }
        )
    }

    private func batch(shard: Int, of count: Int = 2, _ more: String...) throws -> Outcome {
        let words = ["--shard-index", "\(shard)", "--shard-count", "\(count)"] + more
        return try workspace.start(Workspace.batchWords(words)).wait()
    }

    private func digest() throws -> String {
        String(try ChildProcess.run("sha256sum", workspace.path("titles.csv")).text.prefix(64))
    }

    @Test func `Another attempt with another manifest is refused, and nothing is made`() throws {
        let first = try digest()
        try batch(shard: 0).succeeds()
        try write(titles: 5)
        let outcome = try batch(shard: 0)
        outcome.fails(65, "titles.csv: the shards of this output have another manifest since ")
        #expect(
            outcome.errors.contains(
                "(SHA-256 \(try digest()), 5 titles, expected \(first), 4). "
                    + "Use the same manifest and number of shards, or begin another run with --run NAME."
            ),
            "\(outcome.errors)"
        )
        // Another shard, too; a mode that writes nothing says it as well.
        try batch(shard: 1).fails(65, "5 titles")
        try batch(shard: 1, of: 2, "--check").fails(65, "5 titles")
        #expect(try workspace.names(in: "results") == ["t0", "t2"])
        #expect(try workspace.records().map(\.contentId).sorted() == ["t0", "t2"])
        try write(titles: 4)
        try batch(shard: 1).succeeds()
        #expect(try workspace.names(in: "results") == ["t0", "t1", "t2", "t3"])
    }

    @Test func `Another number of shards is refused`() throws {
        try batch(shard: 0).succeeds()
        try batch(shard: 1, of: 3).fails(65, "(3 shards, expected 2)")
    }

    @Test func `Another run may have another manifest, and so may all titles together`() throws {
        try batch(shard: 0).succeeds()
        try write(titles: 5)
        try batch(shard: 0, of: 2, "--run", "tuesday").succeeds()
        try batch(shard: 1, of: 2, "--run", "tuesday").succeeds()
        try batch(shard: 1, of: 3, "--run", "tuesday").fails(65, "run \"tuesday\"")
        #expect(try workspace.names(in: "results").count == 5)
        try write(titles: 6)
        #expect(try workspace.batchReport().states.count == 6)
        // A run with a name has one manifest, also without shards.
        try workspace.batch("--run", "tuesday").fails(65, "6 titles, 1 shard, expected")
        try workspace.batch("--run", "").fails(65, "6 titles, 1 shard, expected")
    }

    @Test func `Results elsewhere belong to another run`() throws {
        try batch(shard: 0).succeeds()
        try write(titles: 5)
        let words = ["batch", "titles.csv", "-o", "elsewhere/{content_id}"]
        try workspace.start(words + ["--shard-index", "0", "--shard-count", "2"]).wait().succeeds()
    }

    /// The variables of tasks of arrays, which differ from array to array.
    @Test(
        arguments: [
            ({ (job: Int, task: Int) in
                [
                    "SLURM_ARRAY_JOB_ID": "\(job)", "SLURM_ARRAY_TASK_ID": "\(task)",
                    "SLURM_JOB_ID": "\(job + task)",
                    "SLURM_ARRAY_TASK_COUNT": "2",
                ]
            }),
            ({ (job: Int, task: Int) in
                [
                    "AWS_BATCH_JOB_ID": "c0ffee\(job):\(task)", "AWS_BATCH_JOB_ARRAY_INDEX": "\(task)",
                    "AWS_BATCH_JOB_ARRAY_SIZE": "2",
                ]
            }),
        ] as [@Sendable (Int, Int) -> [String: String]]
    )
    func `An array is a run of its own`(variables: @Sendable (Int, Int) -> [String: String]) throws {
        func task(_ task: Int, of job: Int) throws -> Outcome {
            workspace.environment.merge(variables(job, task)) { $1 }
            return try workspace.batch("--shard-index", "auto", "--shard-count", "2")
        }
        try task(0, of: 17).succeeds()
        try write(titles: 5)
        try task(1, of: 17).fails(65, "17\" have another manifest")
        try task(0, of: 27).succeeds()
        try task(1, of: 27).succeeds()
        #expect(try workspace.names(in: "results").count == 5)
    }

    @Test func `An array of some tasks continues the newest run`() throws {
        let variables = [
            "SLURM_ARRAY_JOB_ID": "17", "SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "2",
        ]
        let auto = ["--shard-index", "auto", "--shard-count", "2"]
        workspace.environment.merge(variables) { $1 }
        try workspace.start(Workspace.batchWords(auto)).wait().succeeds()
        let again = ["SLURM_ARRAY_JOB_ID": "18", "SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "1"]
        workspace.environment.merge(again) { $1 }
        try write(titles: 5)
        try workspace.start(Workspace.batchWords(auto)).wait().fails(65, "run \"17\"")
        try write(titles: 4)
        try workspace.start(Workspace.batchWords(auto)).wait().succeeds()
        #expect(try workspace.names(in: "results").count == 4)
    }

    @Test func `A run with a name has one manifest, wherever its results are`() throws {
        try batch(shard: 0, of: 2, "--run", "x").succeeds()
        try write(titles: 5)
        let words = ["batch", "titles.csv", "-o", "elsewhere/{content_id}", "--run", "x"]
        try workspace.start(words + ["--shard-index", "1", "--shard-count", "2"]).wait().fails(
            65,
            "run \"x\""
        )
    }

    @Test func `Only a run has a name`() throws {
        for command in ["status", "failed", "report"] {
            try workspace.fairlead("batch", command, "titles.csv", "--run", "x").fails(64)
        }
    }

    @Test func `All shards at once agree on one manifest`() throws {
        try write(titles: 12)
        try workspace.manifest(
            "content_id,input",
            (0..<13).map { "t\($0),\(Sample.packedAudio.path)" },
            to: "other.csv"
        )
        let runs = try (0..<6).map { index in
            let words = Workspace.batchWords(["--shard-index", "\(index)", "--shard-count", "6"])
            return try workspace.start(
                index % 2 == 0 ? words : words.map { $0 == "titles.csv" ? "other.csv" : $0 }
            )
        }
        let statuses = try runs.map { try $0.wait().status }
        let (even, odd) = (
            Set([statuses[0], statuses[2], statuses[4]]), Set([statuses[1], statuses[3], statuses[5]])
        )
        #expect((even == [0] && odd == [65]) || (even == [65] && odd == [0]), "\(statuses)")
    }
}
