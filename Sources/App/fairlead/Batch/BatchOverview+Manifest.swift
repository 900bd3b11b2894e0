import Batch
import BatchReports
import CommandLineParts
import FoundationEssentials
import TextFormats

extension BatchOverview {
    /// Creates the overview of a run over titles of a manifest, which began at `start`.
    init(
        _ manifest: Batch.Manifest,
        path: String,
        shard: ShardSelection?,
        startedAt: Date,
        since start: ContinuousClock.Instant,
        workers: Int,
        _ summary: BatchSummary
    ) {
        self.init(
            toolVersion: Program.version,
            manifest: BatchOverview.Manifest(
                path: path,
                sha256: Hexadecimal.encode(manifest.digest),
                titles: manifest.titleCount
            ),
            shard: shard.map { BatchOverview.Shard(index: $0.index, count: $0.count) },
            startedAt: Timestamp(startedAt),
            seconds: Double(start.duration(to: .now) / .seconds(1)),
            workers: workers,
            summary: summary
        )
    }
}
