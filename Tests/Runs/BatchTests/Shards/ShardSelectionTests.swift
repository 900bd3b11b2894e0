import Failures
import Testing

@testable import Batch

/// The selection of a shard by options and by the environment variables of batch engines.
struct ShardSelectionTests {
    private static func select(
        _ index: String?,
        _ count: String?,
        _ environment: [String: String] = [:]
    ) throws(RunFailure) -> [Int]? {
        try ShardSelection.select(index: index, count: count, environment: environment)
            .map { [$0.index, $0.count] }
    }

    @Test func `Without options there are no shards`() throws {
        #expect(try Self.select(nil, nil, ["SLURM_ARRAY_TASK_ID": "1"]) == nil)
    }

    @Test func `Options tell the shard, whatever the environment says`() throws {
        #expect(try Self.select("2", "3", ["SLURM_ARRAY_TASK_ID": "x"]) == [2, 3])
    }

    /// Values as the documentation of Slurm 22.05, Kubernetes, AWS Batch and Google Batch gives them.
    @Test(
        arguments: [
            (
                nil,
                [
                    "SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "5", "SLURM_ARRAY_TASK_MAX": "9",
                    "SLURM_ARRAY_TASK_COUNT": "5", "SLURM_ARRAY_TASK_STEP": "1",
                ], [2, 5]
            ),
            // --array=1-9:2
            (
                nil,
                [
                    "SLURM_ARRAY_TASK_ID": "9", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "9",
                    "SLURM_ARRAY_TASK_COUNT": "5", "SLURM_ARRAY_TASK_STEP": "2",
                ], [4, 5]
            ),
            // --array=1-10:3: the given maximum is also the highest index.
            (
                nil,
                [
                    "SLURM_ARRAY_TASK_ID": "10", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "10",
                    "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_STEP": "3",
                ], [3, 4]
            ),
            // --array=2-3, a split into two: without a count, positions are shards.
            (nil, slurm(3, 2...3, count: 2, step: 1), [1, 2]),
            // With a count, numbers are shards, whatever the array is.
            ("4", ["SLURM_ARRAY_TASK_ID": "3"], [3, 4]),
            ("4", slurm(3, 0...3, count: 4, step: 1), [3, 4]),
            // --array=1,3
            ("4", slurm(1, 1...3, count: 2, step: 2), [1, 4]),
            ("4", slurm(3, 1...3, count: 2, step: 2), [3, 4]),
            // --array=2-3
            ("4", slurm(2, 2...3, count: 2, step: 1), [2, 4]),
            // --array=2
            ("4", slurm(2, 2...2, count: 1, step: 1), [2, 4]),
            // --array=3,7
            ("10", slurm(7, 3...7, count: 2, step: 4), [7, 10]),
            // --array=0,2,3, whose gaps are uneven
            ("4", slurm(2, 0...3, count: 3, step: 2), [2, 4]),
            // --array=1-9:2
            ("12", slurm(9, 1...9, count: 5, step: 2), [9, 12]),
            (
                "4",
                [
                    "SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_MIN": "x", "SLURM_ARRAY_TASK_MAX": "",
                    "SLURM_ARRAY_TASK_COUNT": "0", "SLURM_ARRAY_TASK_STEP": "-1",
                ], [1, 4]
            ),
            ("12", ["JOB_COMPLETION_INDEX": "11"], [11, 12]),
            (nil, ["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "2"], [0, 2]),
            (nil, ["BATCH_TASK_INDEX": "41", "BATCH_TASK_COUNT": "100"], [41, 100]),
            ("2", ["AWS_BATCH_JOB_ARRAY_INDEX": "1", "AWS_BATCH_JOB_ARRAY_SIZE": "2"], [1, 2]),
            ("3", ["AWS_BATCH_JOB_ARRAY_INDEX": "2"], [2, 3]),
            ("100", ["BATCH_TASK_INDEX": "41", "BATCH_TASK_COUNT": "100"], [41, 100]),
        ] as [(String?, [String: String], [Int])]
    )
    func `The environment tells the shard`(count: String?, environment: [String: String], expected: [Int])
        throws
    {
        #expect(try Self.select("auto", count, environment) == expected)
    }

    private static func slurm(_ id: Int, _ range: ClosedRange<Int>, count: Int, step: Int) -> [String: String]
    {
        [
            "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_MIN": "\(range.lowerBound)",
            "SLURM_ARRAY_TASK_MAX": "\(range.upperBound)", "SLURM_ARRAY_TASK_COUNT": "\(count)",
            "SLURM_ARRAY_TASK_STEP": "\(step)",
        ]
    }

    @Test(
        arguments: [
            ("1", nil, [:], .shardIndexWithoutCount),
            (nil, "2", [:], .shardCountWithoutIndex),
            ("2", "2", [:], .shardOutOfRange(index: 2, count: 2)),
            ("0", "0", [:], .noShards),
            ("-1", "2", [:], .notANumber("--shard-index", text: "-1")),
            ("+1", "2", [:], .notANumber("--shard-index", text: "+1")),
            ("", "2", [:], .notANumber("--shard-index", text: "")),
            ("1", "two", [:], .notANumber("--shard-count", text: "two")),
            ("99999999999999999999", "2", [:], .notANumber("--shard-index", text: "99999999999999999999")),
            (
                "auto", "2", [:],
                .noTaskNumber(in: [
                    "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX",
                    "BATCH_TASK_INDEX",
                ])
            ),
            (
                "auto", "2", ["JOB_COMPLETION_INDEX": "0", "BATCH_TASK_INDEX": "0"],
                .severalTaskNumbers(in: ["JOB_COMPLETION_INDEX", "BATCH_TASK_INDEX"])
            ),
            ("auto", nil, ["JOB_COMPLETION_INDEX": "0"], .noShardCount(engine: "Kubernetes")),
            ("auto", nil, ["SLURM_ARRAY_TASK_ID": "0"], .noShardCount(engine: "Slurm")),
            ("auto", "2", ["JOB_COMPLETION_INDEX": ""], .notANumber("JOB_COMPLETION_INDEX", text: "")),
            (
                "auto", nil, ["BATCH_TASK_INDEX": "0", "BATCH_TASK_COUNT": "x"],
                .notANumber("BATCH_TASK_COUNT", text: "x")
            ),
            (
                "auto", "3", ["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "2"],
                .otherShardCount(3, taskCount: 2, .awsBatch)
            ),
            (
                "auto", "4", ["BATCH_TASK_INDEX": "4", "BATCH_TASK_COUNT": "5"],
                .otherShardCount(4, taskCount: 5, .googleBatch)
            ),
            (
                "auto", "4", ["BATCH_TASK_INDEX": "0", "BATCH_TASK_COUNT": "x"],
                .notANumber("BATCH_TASK_COUNT", text: "x")
            ),
            ("auto", "0", ["JOB_COMPLETION_INDEX": "0"], .noShards),
            ("auto", "3", ["JOB_COMPLETION_INDEX": "3"], .taskWithoutShard(3, count: 3, .kubernetes)),
            ("auto", "3", ["AWS_BATCH_JOB_ARRAY_INDEX": "4"], .taskWithoutShard(4, count: 3, .awsBatch)),
            // --array=1-4
            ("auto", "4", slurm(4, 1...4, count: 4, step: 1), .taskWithoutShard(4, count: 4, .slurm)),
            // --array=1-9:2
            ("auto", "5", slurm(9, 1...9, count: 5, step: 2), .taskWithoutShard(9, count: 5, .slurm)),
            // --array=0,2,3
            ("auto", nil, slurm(0, 0...3, count: 3, step: 2), .unevenSlurmArray),
            ("auto", nil, slurm(3, 0...3, count: 3, step: 2), .unevenSlurmArray),
            // The same array, even if the step is given as 1.
            ("auto", nil, slurm(0, 0...3, count: 3, step: 1), .unevenSlurmArray),
            // --array=1,5,7
            ("auto", nil, slurm(5, 1...7, count: 3, step: 4), .unevenSlurmArray),
            (
                "auto", nil, slurm(0, 0...0, count: 1, step: 0),
                .notANumber("SLURM_ARRAY_TASK_STEP", text: "0")
            ),
        ] as [(String?, String?, [String: String], RunFailure)]
    )
    func `What is missing or contradicts is refused`(
        index: String?,
        count: String?,
        environment: [String: String],
        error: RunFailure
    ) {
        #expect(throws: error) { try Self.select(index, count, environment) }
    }

    /// Messages name the setting of the engine for an array with all shards.
    @Test(
        arguments: [
            (.slurm, "Submit --array=0-3, or only some of these tasks."),
            (.kubernetes, "Submit the job with completions: 4."),
            (.awsBatch, "Submit the job with array size 4."),
            (.googleBatch, "Submit the job with taskCount: 4."),
        ] as [(ArrayEngine, String)]
    )
    func `A task without a shard is told what to submit`(engine: ArrayEngine, remedy: String) {
        #expect(
            RunFailure.taskWithoutShard(9, count: 4, engine).description
                == "\(engine.indexVariable): the task has no shard (got 9, expected 0 to 3, as --shard-count is 4). "
                + remedy
        )
    }

    @Test func `An array of another size is told both ways out`() {
        #expect(
            RunFailure.otherShardCount(4, taskCount: 2, .googleBatch).description
                == "command line: --shard-count contradicts BATCH_TASK_COUNT (got 4, expected 2). "
                + "Submit the job with taskCount: 4, or give --shard-index N."
        )
    }

    @Test(arguments: [1, 2, 3, 7, 20])
    func `Every title is in one shard`(count: Int) throws {
        var seen: [Int] = []
        for index in 0..<count {
            let shard = try ShardSelection(index: index, count: count)
            let titles = ShardTitles(of: shard, among: 11)
            #expect(titles.allSatisfy { $0 % count == index })
            seen += titles
        }
        #expect(seen.sorted() == Array(0..<11))
        #expect(Array(ShardTitles(of: nil, among: 11)) == Array(0..<11))
    }
}
