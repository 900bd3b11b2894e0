import FoundationEssentials
import KeyRecordFormats
import KeyStore
import WipedMemory

/// An exported file that is on no disk: written by its exporter and read by its importer, as one that a key server was given.
enum ExportInMemory {
    /// Exports the keys of titles.
    ///
    /// - Parameters:
    ///   - format: a name of `ExportFormats`.
    ///   - titles: the titles.
    ///   - keyIDs: the keys that are exported; nil for all of the titles.
    ///   - store: has their keys; the state of deliveries in it does not change.
    /// - Returns: the keys as the file has them.
    /// - Throws: `KeyStoreError`: `.notExportable` for what the format cannot say.
    static func keys(
        as format: String,
        of titles: [ContentID],
        only keyIDs: Set<UUID>?,
        in store: any KeyRecordStore
    ) throws(KeyStoreError) -> ExportedKeys {
        guard let exporter = ExportFormats.named(format) else {
            let names = ExportFormats.names.joined(separator: ", ")
            throw .notExportable(
                reason: "there is no format \(format) (expected one of \(names)). Correct --as"
            )
        }
        var export = try KeyExport(keeping: exporter, ExportSettings(), .leftOut)
        for title in titles where export.surveysKeys {
            try store.forEachExportableKey(of: title) { (key) throws(KeyStoreError) in
                if keyIDs?.contains(key.record.keyID) ?? true { export.survey(key) }
            }
        }
        for title in titles {
            try store.forEachExportableKey(of: title) { (key) throws(KeyStoreError) in
                if keyIDs?.contains(key.record.keyID) ?? true { _ = try export.append(key) }
            }
        }
        try export.finish()
        var bytes = export.contents.withSpan { span in span.indices.map { span[$0] } }
        let input = ImportInput(taking: &bytes, name: "the export")
        return try ExportedKeys(reading: input, as: format)
    }
}
