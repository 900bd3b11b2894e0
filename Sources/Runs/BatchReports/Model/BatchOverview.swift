/// The part of a batch report that concerns the run as a whole.
package struct BatchOverview: Sendable, Hashable, Codable {
    /// The manifest of the run.
    package struct Manifest: Sendable, Hashable, Codable {
        /// The path of the file.
        package var path: String
        /// The SHA-256 of the file, in hexadecimal.
        package var sha256: String
        /// The number of titles, including those of other shards.
        var titles: Int

        /// Creates the description of a manifest.
        package init(path: String, sha256: String, titles: Int) {
            (self.path, self.sha256, self.titles) = (path, sha256, titles)
        }
    }

    /// The part of the manifest that the run processed.
    package struct Shard: Sendable, Hashable, Codable {
        /// The number of the shard, from 0.
        var index: Int
        /// The number of shards.
        var count: Int

        /// Creates the description of a shard.
        package init(index: Int, count: Int) {
            (self.index, self.count) = (index, count)
        }
    }

    /// The current format version, raised if a member is removed or changes its meaning, not if one is added.
    static let currentVersion = 1

    /// The format version of the report.
    var version = currentVersion
    /// The version of fairlead.
    package var toolVersion: String
    /// The manifest of the run.
    package var manifest: Manifest
    /// The processed shard, or nil if all titles were processed.
    var shard: Shard?
    /// The time when the run began.
    var startedAt: Timestamp
    /// The duration of the run, in seconds.
    package var seconds: Double
    /// The number of titles processed at once.
    var workers: Int
    /// The numbers of titles by state.
    package var summary: BatchSummary

    private enum CodingKeys: String, CodingKey {
        case version, manifest, shard, seconds, workers, summary
        case toolVersion = "tool_version"
        case startedAt = "started_at"
    }

    /// Creates the overview of a run from its properties.
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
