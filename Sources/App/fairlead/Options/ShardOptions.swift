import ArgumentParser
import Batch
import FoundationEssentials

/// The options for the part of a manifest that a process works on.
struct ShardOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Work on one shard: title i belongs to shard i mod count, both counted from 0. auto: the number of the task of a "
                + "Slurm, Kubernetes, AWS Batch or Google Batch array, or without --shard-count its position in the array.",
            valueName: "n or auto"
        )
    )
    var shardIndex: String?

    @Option(
        help: ArgumentHelp(
            "The number of shards. Default with auto: the size of the array. With a number, some tasks of a Slurm array can be "
                + "submitted again, such as --array=1,3.",
            valueName: "n"
        )
    )
    var shardCount: String?

    /// Returns the shard, or nil for all titles.
    func selection() throws -> ShardSelection? {
        try ShardSelection.select(
            index: shardIndex,
            count: shardCount,
            environment: ProcessInfo.processInfo.environment
        )
    }
}
