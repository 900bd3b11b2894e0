import ArgumentParser
import Batch
import FoundationEssentials

/// The options for the part of a manifest that a process works on.
struct ShardOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Work on one shard: title i belongs to shard i mod count, both counted from 0. auto reads the index of a Slurm, "
                + "Kubernetes, AWS Batch or Google Batch array from the environment.",
            valueName: "n or auto"
        )
    )
    var shardIndex: String?

    @Option(
        help: ArgumentHelp(
            "The number of shards. Default with auto: the size of the array.",
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
