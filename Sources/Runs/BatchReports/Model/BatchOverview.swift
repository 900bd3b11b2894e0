/// What holds for all titles of a batch run.
package struct BatchOverview: Sendable, Hashable, Codable {
    /// The manifest that was run.
    package struct Manifest: Sendable, Hashable, Codable {
        /// Where it is.
        package var path: String
        /// The digest of its bytes, hexadecimal.
        package var sha256: String
        /// The number of its titles, those of other shards among them.
        package var titles: Int

        /// A manifest of its parts.
        package init(path: String, sha256: String, titles: Int) {
            (self.path, self.sha256, self.titles) = (path, sha256, titles)
        }
    }

    /// Which part of the manifest was run.
    package struct Shard: Sendable, Hashable, Codable {
        /// Its number, from 0.
        package var index: Int
        /// How many there are.
        package var count: Int

        /// A shard of its parts.
        package init(index: Int, count: Int) {
            (self.index, self.count) = (index, count)
        }
    }

    /// The version of the format: it rises when a member goes or changes its meaning, not when one is added.
    package static let currentVersion = 1

    /// The version of the format.
    package var version = currentVersion
    /// The version of the program.
    package var toolVersion: String
    /// The manifest.
    package var manifest: Manifest
    /// The part of it; nil when all was run.
    package var shard: Shard?
    /// When the run began.
    package var startedAt: Timestamp
    /// How long it took.
    package var seconds: Double
    /// How many titles were worked on at once.
    package var workers: Int
    /// The titles by what became of them.
    package var summary: BatchSummary

    private enum CodingKeys: String, CodingKey {
        case version, manifest, shard, seconds, workers, summary
        case toolVersion = "tool_version"
        case startedAt = "started_at"
    }

    /// The overview of a run.
    ///
    /// - Parameters:
    ///   - toolVersion: the version of the program.
    ///   - manifest: the manifest that was run.
    ///   - shard: the part of it; nil when all was run.
    ///   - startedAt: when the run began.
    ///   - seconds: how long it took.
    ///   - workers: how many titles were worked on at once.
    ///   - summary: the titles by what became of them.
    package init(
        toolVersion: String,
        manifest: Manifest,
        shard: Shard? = nil,
        startedAt: Timestamp,
        seconds: Double,
        workers: Int,
        summary: BatchSummary
    ) {
        self.toolVersion = toolVersion
        self.manifest = manifest
        self.shard = shard
        self.startedAt = startedAt
        self.seconds = seconds
        self.workers = workers
        self.summary = summary
    }
}
