import BatchReports
import Failures
import FoundationEssentials
import KeyStore
import Presentations
import Protection
import TextFormats

/// Completes the report of a title that has a result, with the details that the options ask for.
struct TitleReportCompleter {
    private let options: BatchOptions
    private let store: any KeyRecordStore
    private let cancellation: Cancellation

    init(_ options: BatchOptions, _ store: any KeyRecordStore, _ cancellation: Cancellation) {
        self.options = options
        self.store = store
        self.cancellation = cancellation
    }

    /// Adds digests, keys and renditions to a report.
    ///
    /// - Parameters:
    ///   - report: the report to complete.
    ///   - title: the title of the report.
    ///   - playlist: the path of the entry playlist, relative to the output directory.
    ///   - keyIDs: the ids of the keys of the result.
    ///   - isNewResult: true if this run made the result; one from an earlier run is not read for digests.
    /// - Throws: `RunFailure` if the inputs, the result or the key store cannot be read.
    func complete(
        _ report: inout TitleReport,
        of title: BatchTitle,
        playlist: String,
        keyIDs: [UUID],
        isNewResult: Bool
    ) throws(RunFailure) {
        if options.computesDigests, isNewResult {
            let files = try PublishedFiles(in: title.output)
            report.output?.files = files.count
            report.output?.bytes = files.byteCount
            report.output?.sha256 = Hexadecimal.encode(try files.digest(cancellation))
            let inputs = try title.source.titleInputs().inputs
            report.input.sha256 = Hexadecimal.encode(try inputs.digest(cancellation))
        }
        let keys = try signalledKeys(keyIDs, of: title)
        if report.keys.isEmpty { report.keys = keys.map(\.report) }
        guard options.describesRenditions else { return }
        let published = try PublishedTree(
            playlist: title.output + "/" + playlist,
            root: title.output,
            cancellation: cancellation
        )
        var idsByURI: [String: String] = [:]
        for key in keys {
            for uri in key.uris { idsByURI[uri] = key.report.keyID }
        }
        report.add(published, keyIDs: idsByURI)
        report.warnings += published.problems
    }

    /// A key with its URIs in the output.
    private struct SignalledKey {
        let report: TitleReport.Key
        let uris: [String]
    }

    private func signalledKeys(
        _ keyIDs: [UUID],
        of title: BatchTitle
    ) throws(RunFailure) -> [SignalledKey] {
        var keys: [SignalledKey] = []
        for keyID in keyIDs {
            guard let record = try store.record(keyID: keyID) else { continue }
            title.keyRequest?.hideURIs(of: [record])
            let uris = try store.signalling(of: keyID).filter { $0.tree == title.output }.map(\.keyURI)
            let report = TitleReport.Key(
                keyID: keyID.uuidString.lowercased(),
                track: record.identity.track,
                period: record.identity.period,
                generation: record.identity.generation,
                keyURI: uris.last.map(KeyURIRedaction.redacted) ?? ""
            )
            keys.append(SignalledKey(report: report, uris: uris))
        }
        return keys
    }
}
