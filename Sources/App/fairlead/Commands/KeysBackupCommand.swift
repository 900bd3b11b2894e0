import ArgumentParser
import Ciphers
import CommandLineParts
import KeyStore
import ReportTexts
import TextFormats

/// The command `fairlead keys backup`.
struct KeysBackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write all of the key store to a file that only the owner of a certificate can open.",
        discussion: """
            The file is a CMS message: openssl cms -decrypt -inform DER -in FILE -inkey KEY.pem shows its contents, with \
            the keys in the clear. Keep it apart from the store, and the private key apart from both.

            EXAMPLE
              fairlead keys backup --recipient vault.pem -o keys.backup --key-store sqlite:keys.sqlite
            """
    )

    @Option(
        help: ArgumentHelp(
            "The X.509 certificate of a recipient, whose private key opens the file. Repeatable.",
            valueName: "cert.pem"
        )
    )
    var recipient: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("The new file, mode 0600.", valueName: "file"))
    var output: String

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    private struct Result: Encodable {
        let file: String
        let keys: Int
        let rows: Int
    }

    func validate() throws {
        if recipient.isEmpty {
            throw ValidationError("--recipient is missing: a backup needs at least one recipient")
        }
    }

    mutating func run() throws {
        _ = messages.begin()
        let recipients = try recipient.map { try KeyMaterialFile.certificate($0, option: "--recipient") }
        let store = try ExportStore.open(keyStore, isForDelivery: false)
        // Logged before the file exists: an interrupted run leaves no file without an entry, and the backup
        // contains the entry.
        try store.log(
            .backup,
            subject: "key store",
            detail: "to \(output) for " + recipients.map(\.subject).joined(separator: "; ")
        )
        let summary = try StoreBackup.write(store.store, to: output, recipients: recipients)
        switch messages.format {
        case .text: try StandardOutput.write("\(output): \(CountText.text(summary.keyCount, "key"))\n")
        case .json:
            let result = Result(file: output, keys: summary.keyCount, rows: summary.rowCount)
            try StandardOutput.write(JSONText.pretty(result))
        }
    }
}
