import Failures

/// A batch system with array jobs, which gives each task its number in an environment variable.
struct ArrayEngine: Sendable {
    let name: String
    /// The variable with the number of the task.
    let indexVariable: String
    /// The variable with the number of tasks, or nil if the batch system sets none.
    let countVariable: String?
    /// The variable with the id of the array, or nil if the batch system sets none.
    private let jobVariable: String?
    /// Indicates whether an array can have some of the tasks of an earlier one, under their numbers.
    let hasPartialArrays: Bool
    /// The name of the setting with the numbers or the number of tasks.
    private let setting: String

    private init(
        _ name: String,
        index indexVariable: String,
        count countVariable: String? = nil,
        job jobVariable: String? = nil,
        hasPartialArrays: Bool = false,
        setting: String
    ) {
        self.name = name
        self.indexVariable = indexVariable
        self.countVariable = countVariable
        self.jobVariable = jobVariable
        self.hasPartialArrays = hasPartialArrays
        self.setting = setting
    }

    static let slurm = ArrayEngine(
        "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        count: "SLURM_ARRAY_TASK_COUNT",
        job: "SLURM_ARRAY_JOB_ID",
        hasPartialArrays: true,
        setting: "--array="
    )
    static let kubernetes = ArrayEngine(
        "Kubernetes",
        index: "JOB_COMPLETION_INDEX",
        setting: "completions: "
    )
    static let awsBatch = ArrayEngine(
        "AWS Batch",
        index: "AWS_BATCH_JOB_ARRAY_INDEX",
        count: "AWS_BATCH_JOB_ARRAY_SIZE",
        job: "AWS_BATCH_JOB_ID",
        setting: "array size "
    )
    static let googleBatch = ArrayEngine(
        "Google Batch",
        index: "BATCH_TASK_INDEX",
        count: "BATCH_TASK_COUNT",
        setting: "taskCount: "
    )

    static let all = [slurm, kubernetes, awsBatch, googleBatch]

    /// Returns the batch system of the array in whose task the process runs, or nil if there is none.
    static func current(in environment: [String: String]) -> ArrayEngine? {
        all.first { environment[$0.indexVariable] != nil }
    }

    /// Returns the id of the array in whose task the process runs, or nil if it is not known.
    static func job(in environment: [String: String]) -> String? {
        guard let variable = current(in: environment)?.jobVariable else { return nil }
        // The id of a task of AWS Batch is that of the array, a colon and the number of the task.
        return environment[variable]?.split(separator: ":").first.map(String.init)
    }

    /// Returns the setting of the batch system for an array with one task for each shard.
    func setting(forShards count: Int) -> String {
        setting + (hasPartialArrays ? "0-\(count - 1)" : "\(count)")
    }

    /// Returns the number of tasks in the environment, or nil if there is none.
    func taskCount(in environment: [String: String]) throws(RunFailure) -> Int? {
        guard let countVariable, let text = environment[countVariable] else { return nil }
        return try ShardSelection.number(text, of: countVariable)
    }
}
