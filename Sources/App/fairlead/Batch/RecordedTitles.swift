import Batch
import BatchReports
import FoundationEssentials
import KeyStore
import Presentations

/// The titles of a manifest, or of a shard of it, with what a key store knows about them.
struct RecordedTitles {
    /// The number of titles that are looked up at once, which a database server answers in one round trip.
    private static let batchSize = 80

    let manifest: Manifest
    let shard: ShardSelection?
    let store: any KeyRecordStore
    let output: TitleOutput

    /// The positions of the titles in the manifest.
    var indices: ShardTitles { ShardTitles(of: shard, among: manifest.titleCount) }

    /// Calls `body` with titles and their records, in manifest order.
    ///
    /// - Parameters:
    ///   - isIncluded: tells of a position among the titles whether it is looked up.
    ///   - body: called with each title.
    /// - Throws: `RunFailure` if the manifest or the key store cannot be read, and the errors of `body`.
    func forEach(
        where isIncluded: (Int) -> Bool = { _ in true },
        _ body: (ManifestTitle, RecordedTitle) throws -> Void
    ) throws {
        var titles: [(title: ManifestTitle, output: String?)] = []
        func lookUp() throws {
            for (title, record) in zip(titles, try RecordedTitle.all(titles, in: store)) {
                try body(title.title, record)
            }
            titles.removeAll(keepingCapacity: true)
        }
        let cursor = try manifest.makeCursor()
        for (position, index) in indices.enumerated() where isIncluded(position) {
            let title = try cursor.title(at: index)
            // A title with an invalid output of its own failed without an output path.
            let output = try? output.path(of: title)
            titles.append((title, output.map { OutputLocation.prospectivePath(of: $0) }))
            if titles.count == Self.batchSize { try lookUp() }
        }
        try lookUp()
    }

    /// Returns the positions of the titles in the manifest, in the order of their last verification; those that were
    /// never verified, or have changed since then, come first.
    ///
    /// It takes 20 bytes of memory a title.
    func oldestVerificationFirst() throws -> [UInt32] {
        var titles: [(index: UInt32, verifiedAt: Int64)] = []
        titles.reserveCapacity(indices.count)
        let now = Date()
        try forEach { title, record in
            let time = record.verificationTime(before: now).map { Int64($0.timeIntervalSince1970) } ?? .min
            titles.append((UInt32(title.index), time))
        }
        titles.sort { ($0.verifiedAt, $0.index) < ($1.verifiedAt, $1.index) }
        return titles.map(\.index)
    }
}
