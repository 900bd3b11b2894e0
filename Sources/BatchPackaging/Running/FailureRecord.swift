package import KeyStore

/// What is noted in the key store of a title that failed.
package enum FailureRecord {
    /// Notes it; a store that cannot be written loses the note and nothing else.
    ///
    /// - Parameters:
    ///   - report: what became of the title.
    ///   - output: the directory of its result, absolute.
    ///   - store: the key store.
    package static func note(_ report: TitleReport, output: String, in store: any KeyRecordStore) {
        guard let contentID = try? ContentID(report.contentID),
            let run = try? TitleRun(
                contentID: contentID,
                output: output,
                outcome: .failed(status: Int(report.status), message: report.error ?? "")
            )
        else { return }
        try? store.record(run)
    }
}
