import BatchReports
import Failures
import FoundationEssentials
import KeyStore
import Presentations
import Protection
import TextFormats

/// Completes the report of a title that has a result, with the details that the options ask for.
struct TitleReportCompleter {
    /// The result that a report is about.
    enum Result {
        /// A result of this run, with the ids of its keys.
        case new(keyIDs: [UUID])
        /// A result of an earlier run, with its keys.
        case current(keys: [ExportableKey])
    }

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
    ///   - result: the result; one from an earlier run is not read for digests.
    /// - Throws: `RunFailure` if the inputs, the result or the key store cannot be read.
    func complete(
        _ report: inout TitleReport,
        of title: BatchTitle,
        playlist: String,
        result: Result
    ) throws(RunFailure) {
        if options.computesDigests, case .new = result {
            let files = try PublishedFiles(in: title.output)
            report.output?.files = files.count
            report.output?.bytes = files.byteCount
            report.output?.sha256 = Hexadecimal.encode(try files.digest(cancellation))
            let inputs = try title.source.titleInputs().inputs
            report.input.sha256 = Hexadecimal.encode(try inputs.digest(cancellation))
        }
        // The report of a new result has its keys.
        guard report.keys.isEmpty || options.describesRenditions else { return }
        let keys = try keys(of: result, title)
        title.keyRequest?.hideURIs(of: keys.map(\.record))
        if report.keys.isEmpty { report.addKeys(keys, in: title.output) }
        guard options.describesRenditions else { return }
        try report.describe(playlist, in: title.output, keys, cancellation)
    }

    private func keys(of result: Result, _ title: BatchTitle) throws(RunFailure) -> [ExportableKey] {
        switch result {
        case .current(let keys): return keys
        case .new(let keyIDs) where keyIDs.isEmpty: return []
        case .new(let keyIDs):
            return keyIDs.compactMap(try store.keys(of: title.recording.contentID).key)
        }
    }
}
