package import BatchReports
package import Failures
import FoundationEssentials
package import KeyStore
import Packaging
import Presentations

/// Reports on titles from what the key store and their results say, whichever runs made them.
package struct RecordedTitleReporter {
    private let store: any KeyRecordStore
    private let describesRenditions: Bool

    /// Creates a reporter; renditions are described only if `describesRenditions` is true.
    package init(_ store: any KeyRecordStore, describesRenditions: Bool) {
        self.store = store
        self.describesRenditions = describesRenditions
    }

    /// Returns a report of a title.
    ///
    /// Its input has no sizes, because it is not read, and nothing says how long its runs took.
    ///
    /// - Parameters:
    ///   - title: the title in the manifest.
    ///   - record: its state according to the key store.
    /// - Returns: the report.
    /// - Throws: `RunFailure` if the key store cannot be read.
    package func report(of title: ManifestTitle, _ record: RecordedTitle) throws(RunFailure) -> TitleReport {
        var report = TitleReport(
            index: record.index,
            line: record.line,
            contentID: record.contentID,
            state: Self.state(of: record),
            input: TitleReport.Input(paths: title.values(ManifestColumn.input), files: 0, bytes: 0)
        )
        report.attempts = record.state == .waiting ? 0 : 1
        switch record.state {
        case .published, .waiting: break
        case .failed:
            report.status = Int32(record.status ?? 0)
            report.error = record.error
        case .changed:
            report.status = FailureClass.verificationFailedStatus
            report.error = TitleFreshness.Difference.output.rawValue
        }
        guard record.state == .published, let output = record.output else { return report }
        try addResult(to: &report, at: output, record, inputs: title.values(ManifestColumn.input))
        return report
    }

    private static func state(of record: RecordedTitle) -> TitleState {
        switch record.state {
        case .published: .published
        case .changed: .doesNotHold
        case .failed: .failed
        case .waiting: .waiting
        }
    }

    private func addResult(
        to report: inout TitleReport,
        at output: String,
        _ record: RecordedTitle,
        inputs: [String]
    ) throws(RunFailure) {
        guard let files = try? PublishedFiles(in: output) else { return }
        report.output = TitleReport.Output(path: output, files: files.count, bytes: files.byteCount)
        var keys: [ExportableKey] = []
        if let ids = record.keyIDs, !ids.isEmpty, let contentID = try? ContentID(record.contentID) {
            let stored = try store.keys(of: contentID)
            keys = ids.compactMap { UUID(uuidString: $0) }.compactMap(stored.key)
            report.addKeys(keys, in: output)
            let signalling = keys.flatMap(\.signalling).filter { $0.tree == output }
            report.method = signalling.last?.method
            report.template = signalling.last?.template
            for item in signalling where !report.keySystems.contains(item.system) {
                report.keySystems.append(item.system)
            }
        }
        guard describesRenditions else { return }
        guard let playlist = Self.entry(of: files, inputs) else {
            report.warnings.append(
                "no playlist of the result is that of the input, so that it is not described"
            )
            return
        }
        do {
            try report.describe(playlist, in: output, keys)
        } catch {
            report.warnings.append("the result is not described: \(error)")
        }
    }

    /// Returns the path of the playlist that a player opens: that of the input's name, or the one that `package`
    /// writes.
    ///
    /// Of several, the one that is the least deep counts; nil if there are several of these.
    private static func entry(of files: PublishedFiles, _ inputs: [String]) -> String? {
        let input = inputs.first ?? ""
        let name = input.split(separator: "/").last.map(String.init) ?? ""
        for name in [name, PackagingRequest.entryPlaylist] {
            let paths = files.paths.filter { $0 == name || $0.hasSuffix("/" + name) }
            let depths = paths.map { path in path.utf8.count { $0 == UInt8(ascii: "/") } }
            guard let least = depths.min() else { continue }
            let shallowest = zip(paths, depths).filter { $0.1 == least }.map(\.0)
            return shallowest.count == 1 ? shallowest[0] : nil
        }
        return nil
    }
}
