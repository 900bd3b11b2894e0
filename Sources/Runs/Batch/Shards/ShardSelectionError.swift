import ProtectionTerms

/// The reason why the shard cannot be determined.
package enum ShardSelectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The given option or variable is not a number in decimal digits.
    case notANumber(String, text: String)
    /// The number of shards is 0.
    case noShards
    /// The index is not less than the number of shards.
    case outOfRange(index: Int, count: Int)
    /// `--shard-index` is given without `--shard-count`.
    case indexWithoutCount
    /// `--shard-count` is given without `--shard-index`.
    case countWithoutIndex
    /// None of the given variables, which hold the task number, is set.
    case noEngine([String])
    /// Several of the variables that hold a task number are set.
    case severalEngines([String])
    /// The batch system sets no variable with the number of tasks, and `--shard-count` is not given.
    case noCount(engine: String)
    /// `--shard-count` contradicts the number of tasks in the given variable.
    case otherCount(Int, variable: String, count: Int)
    /// The task numbers of the Slurm array are not evenly spaced.
    case unevenSlurmArray

    /// The message: what was found, what was expected and what to do.
    package var description: String {
        switch self {
        case .notANumber(let name, let text):
            "\(name) is not a number (got \(text.debugDescription), expected "
                + (name == CommandOption.shardIndex.rawValue ? "0, 1, ... or auto" : "a number in digits")
                + "). Correct it."
        case .noShards: "there are no shards (got a count of 0, expected at least 1). Correct the count."
        case .outOfRange(let index, let count):
            "there is no such shard (got \(index), expected 0 to \(count - 1), as there are \(count))."
                + " Correct the index or the count."
        case .indexWithoutCount: "\(CommandOption.shardIndex) needs \(CommandOption.shardCount). Give both."
        case .countWithoutIndex:
            "\(CommandOption.shardCount) needs \(CommandOption.shardIndex). Give both, or \(CommandOption.shardIndex) auto."
        case .noEngine(let variables):
            "\(CommandOption.shardIndex) auto finds no task number (expected one of \(variables.joined(separator: ", ")))."
                + " Run it as a task of an array job, or give \(CommandOption.shardIndex) N."
        case .severalEngines(let variables):
            "\(CommandOption.shardIndex) auto finds several task numbers (got \(variables.joined(separator: " and "))"
                + ", expected one). Give \(CommandOption.shardIndex) N, or unset those of other engines."
        case .noCount(let engine):
            "\(engine) does not tell how many tasks there are. Give \(CommandOption.shardCount) N."
        case .otherCount(let given, let variable, let count):
            "\(CommandOption.shardCount) contradicts \(variable) (got \(given), expected \(count))."
                + " Leave it out, or give \(CommandOption.shardIndex) N."
        case .unevenSlurmArray:
            "the task numbers of the Slurm array are not evenly spaced (expected, for example, --array=0-9)."
                + " Submit such an array, or give \(CommandOption.shardIndex) and \(CommandOption.shardCount)."
        }
    }
}
