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

    /// Titles with their records, and where they were found.
    struct Found {
        let manifest: Manifest
        let shard: ShardSelection?
        let store: any KeyRecordStore
        let titles: [(title: ManifestTitle, record: RecordedTitle)]
    }

    /// Returns the titles of the shard, with their records in the key store.
    func lookUp() throws -> Found {
        let shard = try shards.selection()
        let manifest = try Manifest.load(file: manifest)
        let output = TitleOutput(try output.map(OutputPathTemplate.init(parsing:)), assignments: set)
        try output.checkVariables(of: manifest)
        let store = try keyStore.open(for: .reading)
        let titles = shard?.titles(of: manifest) ?? manifest.titles
        return Found(
            manifest: manifest,
            shard: shard,
            store: store,
            titles: try titles.map { title in
                // A title with an invalid output of its own failed without an output path.
                let output = try? output.path(of: title)
                return (
                    title,
                    try RecordedTitle(
                        title,
                        at: output.map { OutputLocation.prospectivePath(of: $0) },
                        in: store
                    )
                )
            }
        )
    }
}
