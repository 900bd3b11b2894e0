import ArgumentParser
import CommandLineParts
import Failures
import KeyStore
import ReportTexts
import StoreFiles
import TextFormats

/// The command `fairlead keys restore`.
struct KeysRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Create a new key store from a backup.",
        discussion: """
            The store that --key-store names must not exist yet. It has a key-encryption key of its own; the file of --kek-file \
            is created if it does not exist. The whole backup is checked before the store appears.

            EXAMPLE
              fairlead keys restore keys.backup --private-key vault.key --key-store sqlite:restored.sqlite
            """
    )

    @Argument(help: "A file that keys backup wrote.")
    var file: String

    @Option(
        help: ArgumentHelp("The private key of a recipient, without a passphrase.", valueName: "key.pem")
    )
    var privateKey: String

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    private struct Result: Encodable {
        let key_store: String
        let keys: Int
        let rows: Int
    }

    mutating func run() throws {
        _ = messages.begin()
        let key = try KeyMaterialFile.privateKey(privateKey, option: "--private-key")
        let location = try keyStore.location()
        // Checked before a key-encryption key is created for the store.
        guard try !KeyStores.exists(location) else { throw RunFailure.alreadyExists(path: location.label) }
        let backup = try StoreRestoration.check(file, privateKey: key)
        let label = try backup.restore(to: location, kek: keyStore.keyOfNewStore())
        switch messages.format {
        case .text: try StandardOutput.write("\(label): \(CountText.text(backup.summary.keyCount, "key"))\n")
        case .json:
            let result = Result(
                key_store: label,
                keys: backup.summary.keyCount,
                rows: backup.summary.rowCount
            )
            try StandardOutput.write(JSONText.pretty(result))
        }
    }
}
