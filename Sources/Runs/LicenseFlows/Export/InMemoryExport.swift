import Failures
import FoundationEssentials
import KeyRecordFormats
import KeyStore
import ProtectionTerms
import WipedMemory

/// An export in memory: written by the exporter and read back by the importer, as a license server would.
enum InMemoryExport {
    /// Exports the keys of titles.
    ///
    /// - Parameters:
    ///   - format: a name of `ExportFormats`.
    ///   - titles: the titles.
    ///   - keyIDs: the keys to export, or nil for all of the titles.
    ///   - store: the key store; its delivery states do not change.
    /// - Returns: the keys as read back from the file.
    /// - Throws: `RunFailure`: `.notExportable` for content that the format cannot express.
    static func keys(
        as format: String,
        of titles: [ContentID],
        only keyIDs: Set<UUID>?,
        in store: any KeyRecordStore
    ) throws(RunFailure) -> ExportedKeys {
        guard let exportFormat = ExportFormats.named(format) else {
            let names = ExportFormats.names.joined(separator: ", ")
            throw .notExportable(
                reason: "there is no format \(format)",
                expected: "one of \(names)",
                remedy: "Correct \(CommandOption.as)."
            )
        }
        var export = try KeyExport(inMemory: exportFormat, ExportSettings(), .leftOut)
        for title in titles where export.surveysKeys {
            try store.forEachExportableKey(of: title) { (key) throws(RunFailure) in
                if keyIDs?.contains(key.record.keyID) ?? true { export.survey(key) }
            }
        }
        for title in titles {
            try store.forEachExportableKey(of: title) { (key) throws(RunFailure) in
                if keyIDs?.contains(key.record.keyID) ?? true { _ = try export.append(key) }
            }
        }
        try export.finish()
        var bytes = export.contents.withSpan { span in span.indices.map { span[$0] } }
        let input = ImportInput(taking: &bytes, name: "the export")
        return try ExportedKeys(reading: input, as: format)
    }
}
