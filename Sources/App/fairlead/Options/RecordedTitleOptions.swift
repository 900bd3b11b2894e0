import ArgumentParser
import Batch
import CommandLineParts
import KeyStore
import Presentations

/// The options that select the recorded titles of a batch.
struct RecordedTitleOptions: ParsableArguments {
    @Argument(help: "The manifest.")
    var manifest: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The directories of the results, as in --output of the batch. Default: that of the last run of each title.",
            valueName: "dir"
        )
    )
    var output: String?

    @Option(help: ArgumentHelp("The value of a variable of --output; repeatable.", valueName: "name=value"))
    var set: [String] = []

    @OptionGroup
    var shards: ShardOptions

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    /// Returns the titles of the shard, whose records can be read.
    func find() throws -> RecordedTitles {
        let shard = try shards.selection()
        let manifest = try Manifest.load(file: manifest)
        let output = try TitleOutput(output, assignments: set)
        try output.checkVariables(of: manifest)
        return RecordedTitles(
            manifest: manifest,
            shard: shard,
            store: try keyStore.open(for: .reading),
            output: output
        )
    }
}
