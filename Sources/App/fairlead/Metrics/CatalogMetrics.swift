import Batch
import BatchReports
import Failures
import FoundationEssentials
import KeyStore

/// The metrics of the titles of a manifest, from what a key store knows about them.
struct CatalogMetrics {
    /// The ages of verifications that are counted, in days.
    private static let ages = [1, 7, 30, 90, 365]

    private let now = Date()
    private var counts: [RecordedTitle.State: Int] = [:]
    /// The number of published titles that were not verified within each age.
    private var notVerified = Array(repeating: 0, count: ages.count)
    private var oldestVerification: Date?

    /// Adds a title.
    mutating func add(_ title: RecordedTitle) {
        counts[title.state, default: 0] += 1
        guard title.state == .published else { return }
        let verifiedAt = title.verificationTime(before: now)
        if let verifiedAt { oldestVerification = min(oldestVerification ?? verifiedAt, verifiedAt) }
        for (position, days) in Self.ages.enumerated() {
            let isOlder = verifiedAt.map { now.timeIntervalSince($0) > Double(days) * 86_400 } ?? true
            if isOlder { notVerified[position] += 1 }
        }
    }

    /// The number of titles in a state.
    func count(_ state: RecordedTitle.State) -> Int { counts[state] ?? 0 }

    /// Returns the metrics, with those of all keys of the store.
    ///
    /// - Parameters:
    ///   - labels: the labels of all metrics.
    ///   - store: the key store.
    ///   - folders: the folders whose free room is told.
    /// - Returns: the metrics.
    /// - Throws: `RunFailure` if the store cannot be read.
    func text(
        labels: [(name: String, value: String)],
        _ store: any KeyRecordStore,
        folders: [String]
    ) throws(RunFailure) -> PrometheusText {
        var text = PrometheusText(labels: labels)
        text.add(
            "fairlead_catalog_titles",
            "Titles of the manifest by state.",
            by: "state",
            RecordedTitle.State.allCases.map { ($0.rawValue, Double(count($0))) }
        )
        text.add(
            "fairlead_catalog_titles_not_verified",
            "Published titles that were not verified within so many days.",
            by: "days",
            zip(Self.ages, notVerified).map { ("\($0)", Double($1)) }
        )
        text.add(
            "fairlead_catalog_oldest_verification_timestamp_seconds",
            "The last verification of the title for which it is the longest ago.",
            oldestVerification?.timeIntervalSince1970
        )
        text.add(
            "fairlead_catalog_timestamp_seconds",
            "When this file was written.",
            now.timeIntervalSince1970.rounded(.down)
        )
        try addKeys(to: &text, store)
        text.add(
            "fairlead_catalog_free_bytes",
            "The free room for results and for the key store.",
            by: "path",
            MetricsFile.freeBytes(of: folders)
        )
        return text
    }

    private func addKeys(to text: inout PrometheusText, _ store: any KeyRecordStore) throws(RunFailure) {
        var (counts, oldest): ([(String, Double)], [(String, Double)]) = ([], [])
        for server in try store.licenseServers() {
            var (count, first): (Int, Date?) = (0, nil)
            try store.forEachPendingKey(at: server, of: nil) { key in
                count += 1
                first = min(first ?? key.record.createdAt, key.record.createdAt)
            }
            counts.append((server, Double(count)))
            if let first { oldest.append((server, first.timeIntervalSince1970)) }
        }
        text.add(
            "fairlead_keys_not_confirmed",
            "Keys that a license server does not have yet.",
            by: "license_server",
            counts
        )
        text.add(
            "fairlead_keys_not_confirmed_oldest_timestamp_seconds",
            "When the oldest of them was made.",
            by: "license_server",
            oldest
        )
    }
}
