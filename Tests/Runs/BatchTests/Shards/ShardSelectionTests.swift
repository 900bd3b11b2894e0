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
                "5",
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
            ("4", ["SLURM_ARRAY_TASK_ID": "3"], [3, 4]),
            ("12", ["JOB_COMPLETION_INDEX": "11"], [11, 12]),
            (nil, ["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "2"], [0, 2]),
            (nil, ["BATCH_TASK_INDEX": "41", "BATCH_TASK_COUNT": "100"], [41, 100]),
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
                "auto", "2", ["BATCH_TASK_INDEX": "0", "BATCH_TASK_COUNT": "x"],
                .notANumber("BATCH_TASK_COUNT", text: "x")
            ),
            (
                "auto", "3", ["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "2"],
                .otherShardCount(3, variable: "AWS_BATCH_JOB_ARRAY_SIZE", count: 2)
            ),
            ("auto", "3", ["JOB_COMPLETION_INDEX": "3"], .shardOutOfRange(index: 3, count: 3)),
            // Two of ten tasks, submitted again as --array=3,7: neither is shard 0 or 1.
            (
                "auto", "10", slurm(7, 3...7, count: 2, step: 4),
                .otherShardCount(10, variable: "SLURM_ARRAY_TASK_COUNT", count: 2)
            ),
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

    @Test(arguments: [1, 2, 3, 7, 20])
    func `Every title is in one shard`(count: Int) throws {
        let rows = (0..<11).map { "c\($0),i\n" }.joined()
        let manifest = try Manifest(
            bytes: Array(("content_id,input\n" + rows).utf8),
            format: .csv,
            source: "m.csv"
        )
        var seen: [Int] = []
        for index in 0..<count {
            let shard = try ShardSelection(index: index, count: count)
            let titles = shard.titles(of: manifest).map(\.index)
            #expect(titles == (0..<11).filter(shard.contains))
            #expect(titles.allSatisfy { $0 % count == index })
            seen += titles
        }
        #expect(seen.sorted() == Array(0..<11))
    }
}
