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

    /// `--shard-count` contradicts the number of tasks in a variable.
    static func otherShardCount(_ given: Int, variable: String, count: Int) -> RunFailure {
        shard(
            "\(CommandOption.shardCount) contradicts \(variable)",
            found: "got \(given)",
            expected: "\(count)",
            remedy: "Leave it out, or give \(CommandOption.shardIndex) N."
        )
    }

    /// The task numbers of the Slurm array are not evenly spaced.
    static var unevenSlurmArray: RunFailure {
        shard(
            "the task numbers of the Slurm array are not evenly spaced (expected, for example, --array=0-9)",
            remedy:
                "Submit such an array, or give \(CommandOption.shardIndex) and \(CommandOption.shardCount)."
        )
    }

    private static func shard(
        _ problem: String,
        found: String? = nil,
        expected: String? = nil,
        remedy: String
    ) -> RunFailure {
        RunFailure(
            .usage,
            at: "command line",
            problem,
            found: found,
            expected: expected,
            remedy: remedy
        )
    }
}
