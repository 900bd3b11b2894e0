import ArgumentParser
import CommandLineParts
import Failures
import KeyRecordFormats
import LicenseFlows
import Presentations
import ProtectionTerms

/// The options for the exported file in which keys are looked up.
struct ExportedFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The exported file of keys that the license server has. Default: an export of the key store, in memory.",
            valueName: "file"
        )
    )
    var export: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            """
            Its format: \(names.joined(separator: ", ")). Default: detected from the file; in memory that of the \
            template, else jsonl, or cpix-2.3 for Widevine and PlayReady.
            """,
            valueName: "format"
        )
    )
    var format: String?

    @Option(
        name: .customLong("cpix-key"),
        help: ArgumentHelp(
            "The private key that decrypts an encrypted CPIX file, or another file that is encrypted to a recipient.",
            valueName: "key.pem"
        )
    )
    var cpixKey: String?

    @Option(help: "With --as key-file: aes-256-gcm, if 32 bytes are a key and not a key with its IV.")
    var method: ProtectionMethod?

    /// The formats of exported files and exports in memory, without `skm`, for whose wrapping key there is no
    /// option.
    private static let names = ImportFormats.names.filter { $0 != "skm" }

    /// The files that are read, with the options that name them.
    var files: [(option: String, path: String)] {
        [("--export", export), ("--cpix-key", cpixKey)].compactMap { option, path in
            path.map { (option, $0) }
        }
    }

    /// The paths of the files that are read.
    var inputs: [String] { files.map(\.path) }

    func validate() throws {
        let names = export == nil ? ExportFormats.names.filter(Self.names.contains) : Self.names
        if let format, !names.contains(format) {
            throw ValidationError(
                "--as \(format) is not an available format (expected \(names.joined(separator: ", ")))"
            )
        }
        if cpixKey != nil, export == nil { throw ValidationError("--cpix-key requires --export") }
        if method != nil, export == nil { throw ValidationError("--method requires --export") }
    }

    /// Reads the exported file, or returns nil if none is named.
    func exportedFile() throws -> ExportedFile? {
        guard let export else { return nil }
        var settings = ImportSettings()
        settings.privateKey = try cpixKey.map { try KeyMaterialFile.privateKey($0, option: "--cpix-key") }
        settings.method = method?.rawValue
        var bytes = try SecretInput.bytes(of: export, limit: ImportInput.maximumLength, of: "file of keys")
        let input = ImportInput(taking: &bytes, name: export)
        do throws(RunFailure) {
            let format = if let format { format } else { try ExportedKeys.format(of: input, settings) }
            return ExportedFile(keys: try ExportedKeys(reading: input, as: format, settings), format: format)
        } catch {
            throw error.labeled("--export")
        }
    }
}
