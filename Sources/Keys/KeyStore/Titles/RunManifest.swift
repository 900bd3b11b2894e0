package import Failures
package import FoundationEssentials

/// The manifest that all shards of a run of a batch have to have in common; append-only.
package struct RunManifest: Hashable, Sendable {
    /// The name of the run; empty for one without a name.
    package let run: String
    /// The `--output` of the run as an absolute path, with its variables; empty if its titles name their own.
    package let output: String
    /// The SHA-256 of the manifest.
    package let digest: [UInt8]
    /// The number of titles in the manifest.
    package let titleCount: Int
    /// The number of shards.
    package let shardCount: Int
    /// The time of recording, in whole seconds once stored.
    package let recordedAt: Date

    /// Creates a record; throws `.invalidField` unless both names have at most 4096 bytes without control characters.
    package init(
        run: String,
        output: String,
        digest: [UInt8],
        titleCount: Int,
        shardCount: Int,
        recordedAt: Date = Date()
    ) throws(RunFailure) {
        self.run = run.isEmpty ? run : try RecordText(run, name: "run", limit: 4096).value
        self.output = output.isEmpty ? output : try RecordText(output, name: "output", limit: 4096).value
        self.digest = digest
        self.titleCount = titleCount
        self.shardCount = shardCount
        self.recordedAt = recordedAt
    }

    /// Indicates whether the shards of both have the same titles.
    package func hasSameTitles(as other: RunManifest) -> Bool {
        digest == other.digest && shardCount == other.shardCount
    }
}
