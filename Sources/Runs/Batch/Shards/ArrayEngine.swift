/// A batch system with array jobs, which gives each task its number in an environment variable.
struct ArrayEngine {
    let name: String
    /// The variable with the number of the task.
    let index: String
    /// The variable with the number of tasks, or nil if the engine sets none.
    let count: String?

    static let slurm = ArrayEngine(
        name: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        count: "SLURM_ARRAY_TASK_COUNT"
    )

    static let all = [
        slurm,
        ArrayEngine(name: "Kubernetes", index: "JOB_COMPLETION_INDEX", count: nil),
        ArrayEngine(name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE"),
        ArrayEngine(name: "Google Batch", index: "BATCH_TASK_INDEX", count: "BATCH_TASK_COUNT"),
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
    static func position(of id: Int, _ environment: [String: String]) throws(ShardSelectionError) -> Int {
        func number(_ name: String) throws(ShardSelectionError) -> Int? {
            try environment[name].map { text throws(ShardSelectionError) in
                try ShardSelection.number(text, of: name)
            }
        }
        let first = try number(minimum) ?? 0
        let step = try number(step) ?? 1
        guard step > 0 else { throw .notANumber(Self.step, text: "0") }
        guard id >= first, (id - first).isMultiple(of: step) else { throw .unevenSlurmArray }
        if let last = try number(maximum), let count = try number(ArrayEngine.slurm.count ?? "") {
            guard last >= first, (last - first) / step == count - 1 else { throw .unevenSlurmArray }
        }
        return (id - first) / step
    }
}
