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

    /// Indicates whether a title belongs to the shard.
    ///
    /// - Parameter title: the position of the title in the manifest, from 0.
    /// - Returns: true if this process works on the title.
    func contains(_ title: Int) -> Bool { title % count == index }

    /// Returns the titles of the shard, in manifest order.
    package func titles(of manifest: Manifest) -> [ManifestTitle] {
        stride(from: index, to: manifest.titles.count, by: count).map { manifest.titles[$0] }
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
        var index = try number(text, of: engine.indexVariable)
        if engine.indexVariable == ArrayEngine.slurm.indexVariable {
            index = try SlurmArray.position(of: index, environment)
        }
        var taskCount: Int?
        if let name = engine.countVariable, let text = environment[name] {
            taskCount = try number(text, of: name)
        }
        if let givenCount, let taskCount, givenCount != taskCount {
            throw .otherShardCount(givenCount, variable: engine.countVariable ?? "", count: taskCount)
        }
        guard let count = givenCount ?? taskCount else { throw .noShardCount(engine: engine.name) }
        return try ShardSelection(index: index, count: count)
    }

    /// Parses a number of decimal digits only.
    static func number(_ text: String, of name: String) throws(RunFailure) -> Int {
        guard text.utf8.allSatisfy(\.isASCIIDigit), let number = Int(text) else {
            throw .notANumber(name, text: text)
        }
        return number
    }
}

/// A batch system with array jobs, which gives each task its number in an environment variable.
struct ArrayEngine {
    let name: String
    /// The variable with the number of the task.
    let indexVariable: String
    /// The variable with the number of tasks, or nil if the batch system sets none.
    let countVariable: String?

    static let slurm = ArrayEngine(
        name: "Slurm",
        indexVariable: "SLURM_ARRAY_TASK_ID",
        countVariable: "SLURM_ARRAY_TASK_COUNT"
    )

    static let all = [
        slurm,
        ArrayEngine(name: "Kubernetes", indexVariable: "JOB_COMPLETION_INDEX", countVariable: nil),
        ArrayEngine(
            name: "AWS Batch",
            indexVariable: "AWS_BATCH_JOB_ARRAY_INDEX",
            countVariable: "AWS_BATCH_JOB_ARRAY_SIZE"
        ),
        ArrayEngine(
            name: "Google Batch",
            indexVariable: "BATCH_TASK_INDEX",
            countVariable: "BATCH_TASK_COUNT"
        ),
    ]
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
