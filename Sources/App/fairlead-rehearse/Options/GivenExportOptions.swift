import ArgumentParser
import CommandLineParts
import KeyRecordFormats
import KeyStore
import LicenseFlows
import Presentations

/// The options for the exported file in which keys are looked up.
struct GivenExportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of keys that the key server has. Default: one is made in memory, of the key store.",
            valueName: "file"
        )
    )
    var export: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            """
            Its format: \(ImportFormats.names.joined(separator: ", ")). Default: seen from the file; in memory that of the \
            template, jsonl, or cpix-2.3 for Widevine and PlayReady.
            """,
            valueName: "format"
        )
    )
    var format: String?

    @Option(
        name: .customLong("cpix-key"),
        help: ArgumentHelp("The private key that opens an encrypted CPIX file.", valueName: "key.pem")
    )
    var cpixKey: String?

    func validate() throws {
        let names = export == nil ? ExportFormats.names : ImportFormats.names
        if let format, !names.contains(format) {
            throw ValidationError("--as \(format) is no format (expected \(names.joined(separator: ", ")))")
        }
        if cpixKey != nil, export == nil { throw ValidationError("--cpix-key goes with --export") }
    }

    /// The file; nil where none is named.
    func given() throws -> GivenExport? {
        guard let export else { return nil }
        var settings = ImportSettings()
        settings.privateKey = try cpixKey.map { try KeyMaterialFile.privateKey($0, option: "--cpix-key") }
        var bytes = try SecretInput.bytes(of: export, limit: ImportInput.maximumLength, of: "file of keys")
        let input = ImportInput(taking: &bytes, name: export)
        do throws(KeyStoreError) {
            let format = if let format { format } else { try ExportedKeys.format(of: input) }
            return GivenExport(keys: try ExportedKeys(reading: input, as: format, settings), format: format)
        } catch {
            throw CommandFailure(error.failureClass, "--export: \(error)")
        }
    }
}
