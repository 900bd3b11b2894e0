import Ciphers
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
    ///   - store: has their keys; the state of deliveries in it does not change.
    /// - Returns: the keys as the file has them.
    /// - Throws: `KeyStoreError`: `.notExportable` for what the format cannot say.
    static func keys(
        as format: String,
        of titles: [ContentID],
        in store: any KeyRecordStore
    ) throws(KeyStoreError) -> ExportedKeys {
        guard let exporter = ExportFormats.named(format) else {
            let names = ExportFormats.names.joined(separator: ", ")
            throw .notExportable(
                reason: "there is no format \(format) (expected one of \(names)). Correct --as"
            )
        }
        let pieces = Pieces()
        var export = try KeyExport(exporter, ExportSettings(), .leftOut) { piece in pieces.append(piece) }
        for title in titles where export.surveysKeys {
            try store.forEachExportableKey(of: title) { (key) throws(KeyStoreError) in export.survey(key) }
        }
        for title in titles {
            try store.forEachExportableKey(of: title) { (key) throws(KeyStoreError) in
                _ = try export.append(key)
            }
        }
        try export.finish()
        var bytes = pieces.joined()
        let input = ImportInput(taking: &bytes, name: "the export")
        return try ExportedKeys(reading: input, as: format)
    }

    /// The pieces of a file, each wiped when it is joined.
    private final class Pieces {
        private var pieces: [[UInt8]] = []

        func append(_ piece: Span<UInt8>) {
            pieces.append(piece.indices.map { piece[$0] })
        }

        /// All bytes in one; whoever takes them wipes them.
        func joined() -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
            for index in pieces.indices {
                bytes.append(contentsOf: pieces[index])
                secureErase(&pieces[index])
            }
            pieces = []
            return bytes
        }

        deinit {
            for index in pieces.indices { secureErase(&pieces[index]) }
        }
    }
}
