import Failures
import ProtectionTerms

/// Failures to determine the shard that a process works on.
extension RunFailure {
    /// An option or an environment variable is not a number in decimal digits.
    static func notANumber(_ name: String, text: String) -> RunFailure {
        shard(
            "\(name) is not a number",
            found: "got \(text.debugDescription)",
            expected: name == CommandOption.shardIndex.rawValue ? "0, 1, ... or auto" : "a number in digits",
            remedy: "Correct it."
        )
    }

    /// The number of shards is 0.
    static var noShards: RunFailure {
        shard(
            "there are no shards",
            found: "got a count of 0",
            expected: "at least 1",
            remedy: "Correct the count."
        )
    }

    /// The index is not less than the number of shards.
    static func shardOutOfRange(index: Int, count: Int) -> RunFailure {
        shard(
            "there is no such shard",
            found: "got \(index)",
            expected: "0 to \(count - 1), as there are \(count)",
            remedy: "Correct the index or the count."
        )
    }

    /// `--shard-index` is given without `--shard-count`.
    static var shardIndexWithoutCount: RunFailure {
        shard("\(CommandOption.shardIndex) needs \(CommandOption.shardCount)", remedy: "Give both.")
    }

    /// `--shard-count` is given without `--shard-index`.
    static var shardCountWithoutIndex: RunFailure {
        shard(
            "\(CommandOption.shardCount) needs \(CommandOption.shardIndex)",
            remedy: "Give both, or \(CommandOption.shardIndex) auto."
        )
    }

    /// None of the variables that hold a task number is set.
    static func noTaskNumber(in variables: [String]) -> RunFailure {
        shard(
            "\(CommandOption.shardIndex) auto finds no task number",
            expected: "one of " + variables.joined(separator: ", "),
            remedy: "Run it as a task of an array job, or give \(CommandOption.shardIndex) N."
        )
    }

    /// Several of the variables that hold a task number are set.
    static func severalTaskNumbers(in variables: [String]) -> RunFailure {
        shard(
            "\(CommandOption.shardIndex) auto finds several task numbers",
            found: "got " + variables.joined(separator: " and "),
            expected: "one",
            remedy: "Give \(CommandOption.shardIndex) N, or unset those of other engines."
        )
    }

    /// The batch system sets no variable with the number of tasks, and `--shard-count` is not given.
    static func noShardCount(engine: String) -> RunFailure {
        shard(
            "\(engine) does not tell how many tasks there are",
            remedy: "Give \(CommandOption.shardCount) N."
        )
    }

    /// The task's number is not less than `--shard-count`.
    static func taskWithoutShard(_ task: Int, count: Int, _ engine: ArrayEngine) -> RunFailure {
        shard(
            at: engine.indexVariable,
            "the task has no shard",
            found: "got \(task)",
            expected: "0 to \(count - 1), as \(CommandOption.shardCount) is \(count)",
            remedy: engine.hasPartialArrays
                ? "Submit \(engine.setting(forShards: count)), or only some of these tasks."
                : "Submit the job with \(engine.setting(forShards: count))."
        )
    }

    /// `--shard-count` contradicts the number of tasks of an array that has no gaps.
    static func otherShardCount(_ given: Int, taskCount: Int, _ engine: ArrayEngine) -> RunFailure {
        shard(
            "\(CommandOption.shardCount) contradicts \(engine.countVariable ?? engine.name)",
            found: "got \(given)",
            expected: "\(taskCount)",
            remedy:
                "Submit the job with \(engine.setting(forShards: given)), or give \(CommandOption.shardIndex) N."
        )
    }

    /// The task numbers of the Slurm array are not evenly spaced.
    static var unevenSlurmArray: RunFailure {
        shard(
            "the task numbers of the Slurm array are not evenly spaced (expected, for example, --array=0-9)",
            remedy:
                "Submit such an array, or give \(CommandOption.shardCount) N: then task 3 is shard 3 of N."
        )
    }

    private static func shard(
        at location: String = "command line",
        _ problem: String,
        found: String? = nil,
        expected: String? = nil,
        remedy: String
    ) -> RunFailure {
        RunFailure(
            .usage,
            at: location,
            problem,
            found: found,
            expected: expected,
            remedy: remedy
        )
    }
}
