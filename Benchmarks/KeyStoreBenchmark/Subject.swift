import Failures
import Foundation
import KeyEncryption
import KeyRecordFormats
import KeyStore

/// A key store that the benchmark fills and queries.
struct Subject {
    /// The tracks of a title, one for each class; each has a key.
    private static let tracks = ["audio", "sd", "hd", "uhd"]
    /// The number of titles whose keys are minted in one transaction.
    private static let titlesPerBatch = 250
    private static let lookUps = 10_000
    private static let singleInsertions = 200

    private let store: any KeyRecordStore
    private let titles: Int
    private let stopwatch: Stopwatch

    init(_ location: KeyStoreLocation, records: Int) throws {
        store = try KeyStores.create(location, kek: .random())
        titles = records / Self.tracks.count
        stopwatch = Stopwatch(store: location.label, records: titles * Self.tracks.count)
        let label = location.label
        try store.forEachExportableKey(of: nil) { _ throws(RunFailure) in
            throw .fault("the store \(label) is not empty")
        }
    }

    /// Runs all jobs, in an order in which each finds the records that it needs.
    func measure() throws -> [Measurement] {
        let minted = try insertInBatches()
        let positions = TitlePositions(count: titles)
        return [
            minted, try insertSingly(),
            try stopwatch.each("look up by identity", positions.drawn(Self.lookUps)) { title in
                try check(store.record(Self.identity(title, "hd")) != nil)
            },
            try stopwatch.each("look up by key id", keyIDs(of: positions.drawn(Self.lookUps))) { id in
                try check(store.record(keyID: id) != nil)
            },
            try stopwatch.each("look up by key URI", positions.drawn(Self.lookUps)) { title in
                try check(store.keys(signalledAs: Self.uri(title, "hd")).count == 1)
            },
            try list(), try export(),
            try stopwatch.whole("rewrap", operations: stopwatch.records) {
                try store.rewrap(under: .random()) {}
            },
        ]
    }

    private func insertInBatches() throws -> Measurement {
        try stopwatch.whole("insert with signalling, by 1,000", operations: stopwatch.records) {
            for first in stride(from: 0, to: titles, by: Self.titlesPerBatch) {
                try insert(first..<min(titles, first + Self.titlesPerBatch))
            }
        }
    }

    /// Inserts one key per transaction, each on the disk before the next.
    private func insertSingly() throws -> Measurement {
        try stopwatch.each("insert, one by one", Array(titles..<titles + Self.singleInsertions)) { title in
            _ = try store.findOrCreate([KeyDraft(identity: Self.identity(title, "all"))])
        }
    }

    private func insert(_ titles: Range<Int>) throws {
        let drafts = try titles.flatMap { title in
            try Self.tracks.map { KeyDraft(identity: try Self.identity(title, $0)) }
        }
        let records = try store.findOrCreate(drafts)
        try store.addSignalling(
            zip(records, titles.flatMap { title in Self.tracks.map { (title, $0) } }).map {
                record,
                titleTrack in
                Signalling(
                    keyID: record.keyID,
                    system: "fairplay",
                    method: "sample-aes",
                    scheme: "cbcs",
                    keyURI: Self.uri(titleTrack.0, titleTrack.1),
                    keyFormat: "com.apple.streamingkeydelivery",
                    keyFormatVersions: "1",
                    template: "content-id-track",
                    tree: "/srv/hls/title-\(titleTrack.0)"
                )
            }
        )
    }

    private func keyIDs(of titles: [Int]) throws -> [UUID] {
        try titles.compactMap { try store.record(Self.identity($0, "sd"))?.keyID }
    }

    private func list() throws -> Measurement {
        var count = 0
        let measurement = try stopwatch.whole("list", operations: stopwatch.records) {
            try store.forEachExportableKey(of: nil) { _ in count += 1 }
        }
        try check(count >= stopwatch.records)
        return measurement
    }

    private func export() throws -> Measurement {
        try stopwatch.whole("export as jsonl", operations: stopwatch.records) {
            var byteCount = 0
            var file = try KeyExport(JSONLinesExporter.format(), ExportSettings()) { byteCount += $0.count }
            try store.forEachExportableKey(of: nil) { (key) throws(RunFailure) in _ = try file.append(key)
            }
            try file.finish()
            // Key id, key and IV alone are about a hundred digits.
            try check(byteCount > 100 * stopwatch.records)
        }
    }

    private func check(_ holds: Bool) throws {
        struct WrongAnswer: Error {}
        guard holds else { throw WrongAnswer() }
    }

    private static func identity(_ title: Int, _ track: String) throws -> KeyIdentity {
        try KeyIdentity(contentID: ContentID("title-\(title)"), track: track)
    }

    private static func uri(_ title: Int, _ track: String) -> String {
        "skd://keys.example.com/title-\(title)/\(track)"
    }
}

/// Positions of titles all over a store, the same in every run.
struct TitlePositions {
    let count: Int

    /// Draws `number` positions with a linear congruential generator (Knuth's MMIX).
    func drawn(_ number: Int) -> [Int] {
        var state: UInt64 = 42
        return (0..<number).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(count))
        }
    }
}
