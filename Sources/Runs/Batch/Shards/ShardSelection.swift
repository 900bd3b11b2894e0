package import Failures
import ProtectionTerms
import TextFormats

/// The part of a manifest that one process works on.
///
/// With `count` shards, numbered from 0, title i belongs to shard i mod `count`.
package struct ShardSelection: Hashable, Sendable {
    /// The number of the shard, from 0.
    package let index: Int
    /// The number of shards.
    package let count: Int

    /// Creates a shard.
    ///
    /// - Throws: `RunFailure` if `count` is not positive or `index` is not less than `count`.
    init(index: Int, count: Int) throws(RunFailure) {
        guard count > 0 else { throw .noShards }
        guard (0..<count).contains(index) else { throw .shardOutOfRange(index: index, count: count) }
        self.index = index
        self.count = count
    }

    /// Returns the shard that the options and the environment select.
    ///
    /// - Parameters:
    ///   - index: the value of `--shard-index`: a number, or `auto` for the task number in the environment.
    ///   - count: the value of `--shard-count`; with `auto`, nil for the number of tasks in the environment.
    ///     With a count, the task number is the index as it is; without, the index is the position of the
    ///     task in its array.
    ///   - environment: the environment variables of the process.
    /// - Returns: the shard, or nil if neither option is given: then all titles are processed.
    /// - Throws: `RunFailure` if the options are incomplete, malformed or contradict the
    ///   environment, or if the environment does not determine the shard.
    package static func select(
        index: String?,
        count: String?,
        environment: [String: String]
    ) throws(RunFailure) -> ShardSelection? {
        let givenCount = try count.map { text throws(RunFailure) in
            try number(text, of: CommandOption.shardCount.rawValue)
        }
        guard let index else {
            guard givenCount == nil else { throw .shardCountWithoutIndex }
            return nil
        }
        guard index != "auto" else { return try automatic(count: givenCount, environment) }
        let shardIndex = try number(index, of: CommandOption.shardIndex.rawValue)
        guard let givenCount else { throw .shardIndexWithoutCount }
        return try ShardSelection(index: shardIndex, count: givenCount)
    }

    private static func automatic(
        count givenCount: Int?,
        _ environment: [String: String]
    ) throws(RunFailure) -> ShardSelection {
        let engines = ArrayEngine.all.filter { environment[$0.indexVariable] != nil }
        guard let engine = engines.first, let text = environment[engine.indexVariable] else {
            throw .noTaskNumber(in: ArrayEngine.all.map(\.indexVariable))
        }
        guard engines.count == 1 else { throw .severalTaskNumbers(in: engines.map(\.indexVariable)) }
        let task = try number(text, of: engine.indexVariable)
        if let givenCount { return try shard(ofTask: task, count: givenCount, engine, environment) }
        guard let count = try engine.taskCount(in: environment) else {
            throw .noShardCount(engine: engine.name)
        }
        let index = engine.hasPartialArrays ? try SlurmArray.position(of: task, environment) : task
        return try ShardSelection(index: index, count: count)
    }

    /// Returns the shard with the number of the task.
    ///
    /// A task has the same shard in every array with this count, so that some tasks can be submitted again.
    /// The arrays of other engines than Slurm begin at 0 and have no gaps. If their size is another number
    /// than the count, they leave shards out or have tasks without a shard, so that is refused.
    private static func shard(
        ofTask task: Int,
        count: Int,
        _ engine: ArrayEngine,
        _ environment: [String: String]
    ) throws(RunFailure) -> ShardSelection {
        guard count > 0 else { throw .noShards }
        if !engine.hasPartialArrays, let taskCount = try engine.taskCount(in: environment),
            taskCount != count
        {
            throw .otherShardCount(count, taskCount: taskCount, engine)
        }
        guard task < count else { throw .taskWithoutShard(task, count: count, engine) }
        return try ShardSelection(index: task, count: count)
    }

    /// Parses a number of decimal digits only.
    static func number(_ text: String, of name: String) throws(RunFailure) -> Int {
        guard text.utf8.allSatisfy(\.isASCIIDigit), let number = Int(text) else {
            throw .notANumber(name, text: text)
        }
        return number
    }
}

/// The variables of a Slurm job array.
///
/// Task numbers may start above 0 and have gaps (`--array=1-9:2`, `--array=3,7`).
enum SlurmArray {
    static let minimum = "SLURM_ARRAY_TASK_MIN"
    static let maximum = "SLURM_ARRAY_TASK_MAX"
    static let step = "SLURM_ARRAY_TASK_STEP"

    /// Returns the position of a task in its array, from 0.
    ///
    /// Throws if the task numbers are not evenly spaced, since the variables then do not determine the
    /// position.
    static func position(of id: Int, _ environment: [String: String]) throws(RunFailure) -> Int {
        func number(_ name: String) throws(RunFailure) -> Int? {
            try environment[name].map { text throws(RunFailure) in
                try ShardSelection.number(text, of: name)
            }
        }
        let first = try number(minimum) ?? 0
        let step = try number(step) ?? 1
        guard step > 0 else { throw .notANumber(Self.step, text: "0") }
        guard id >= first, (id - first).isMultiple(of: step) else { throw .unevenSlurmArray }
        if let last = try number(maximum), let count = try number(ArrayEngine.slurm.countVariable ?? "") {
            guard last >= first, (last - first) / step == count - 1 else { throw .unevenSlurmArray }
        }
        return (id - first) / step
    }
}
