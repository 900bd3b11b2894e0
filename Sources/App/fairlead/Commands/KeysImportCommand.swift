import ArgumentParser
import CommandLineParts
import Foundation
import KeyRecordFormats
import KeyStore
import ReportTexts

/// The command `fairlead keys import`.
struct KeysImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import keys from a file into the store.",
        discussion: """
            All keys of the file are stored, or none. Existing keys stay as they are, and a different key for one of them is an \
            error. Options give what a format does not contain: the title for shaka, fps-sdk, fps-sdk-request and key-file, and \
            the track if there are no usage rules. Options take precedence over the file.

            EXAMPLE
              fairlead keys import --as csv keys.csv --key-store sqlite:keys.sqlite
            """
    )

    @Argument(help: ArgumentHelp("The file; - reads standard input.", valueName: "file"))
    var file: String

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "The format: \(ImportFormats.names.joined(separator: ", ")). Default: detected from the file.",
            valueName: "format"
        )
    )
    var format: String?

    @OptionGroup(title: "Values that the file does not contain")
    var importOptions: ImportOptions

    @Flag(help: "Print what would be stored, and store nothing.")
    var dryRun = false

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    func validate() throws {
        if let format, !ImportFormats.names.contains(format) {
            throw ValidationError(
                "--as \(format) is not available in this version (expected \(ImportFormats.names.joined(separator: ", ")))"
            )
        }
    }

    mutating func run() throws {
        _ = messages.begin()
        var settings = try importOptions.settings()
        settings.tree = Self.tree(of: file)
        var bytes = try SecretInput.bytes(
            of: file,
            limit: ImportInput.maximumLength,
            of: "file of keys",
            allowsStandardInput: true
        )
        let name = file == "-" ? "standard input" : file
        let keys = try ImportFormats.read(ImportInput(taking: &bytes, name: name), as: format, settings)
        for warning in keys.warnings { Diagnostics.shared.warning(warning) }
        if dryRun {
            let plan = try keys.preview(in: try keyStore.open(for: .reading))
            for warning in plan.warnings { Diagnostics.shared.warning(warning) }
            return try messages.write(ImportReport(planned: plan)) { $0.text }
        }
        let result = try keys.store(in: try keyStore.open(for: .minting))
        for warning in result.warnings { Diagnostics.shared.warning(warning) }
        try messages.write(ImportReport(stored: result)) { $0.text }
    }

    /// Returns the folder of the file, which is recorded as the tree where the keys were signalled.
    private static func tree(of file: String) -> String {
        guard file != "-" else { return "imported" }
        let path = file.hasPrefix("/") ? file : FileManager.default.currentDirectoryPath + "/" + file
        return (path as NSString).standardizingPath.withoutLastComponent
    }
}

extension String {
    /// The path without its last component.
    fileprivate var withoutLastComponent: String {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")), slash != startIndex else { return "/" }
        return String(self[..<slash])
    }
}
