/// An engine that runs a job several times and tells each of its tasks, in the environment, which one it is.
struct ArrayEngine {
    let name: String
    /// The variable with the number of the task.
    let index: String
    /// The variable with the number of tasks, if the engine has one.
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

/// The numbers of a Slurm job array, which need be neither from 0 nor without gaps (`--array=1-9:2`, `--array=3,7`).
enum SlurmArray {
    static let minimum = "SLURM_ARRAY_TASK_MIN"
    static let maximum = "SLURM_ARRAY_TASK_MAX"
    static let step = "SLURM_ARRAY_TASK_STEP"

    /// The place of a task among those of its array, from 0.
    ///
    /// Numbers that are not evenly spaced are refused: then the place of one cannot be told from the variables.
    static func place(of id: Int, _ environment: [String: String]) throws(ShardSelectionError) -> Int {
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
