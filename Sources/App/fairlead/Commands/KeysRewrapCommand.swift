import ArgumentParser
import CommandLineParts
import Failures
import KeyEncryption
import KeyStore
import StoreFiles

/// The command `fairlead keys rewrap`.
struct KeysRewrapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewrap",
        abstract:
            "Wrap the keys of the store under another key-encryption key. Media and playlists stay as they are.",
        discussion: """
            One transaction wraps everything under the new key-encryption key, which is on disk before the commit (with --create \
            it is generated then, if the file does not exist; a run that fails earlier leaves no file). The old one opens the \
            store until the commit, the new one afterwards. No file is removed. Repeat the command to complete an interrupted \
            run. Afterwards name the new key-encryption key wherever the old one is named, and keep the old one as long as \
            there are copies of the store that it opens.

            EXAMPLE
              fairlead keys rewrap --kek-file keys/kek --new-kek-file keys/kek-2027 --create
            """
    )

    @Option(help: ArgumentHelp("The new key-encryption key.", valueName: "path"))
    var newKekFile: String?

    @Option(
        help: ArgumentHelp("A shell command that prints the new key-encryption key.", valueName: "command")
    )
    var newKekCommand: String?

    @Flag(help: "Create the file of --new-kek-file if it does not exist.")
    var create = false

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    private struct Result: Encodable {
        let key_store: String
        let changed: Bool
        let key_encryption_key: String
        let fingerprint: String
    }

    func validate() throws {
        guard (newKekFile == nil) != (newKekCommand == nil) else {
            throw ValidationError("give one of --new-kek-file and --new-kek-command")
        }
        if create, newKekFile == nil { throw ValidationError("--create requires --new-kek-file") }
    }

    mutating func run() throws {
        _ = messages.begin()
        let (store, currentKEK) = try openUnderEitherKey()
        let (kek, newFile) = try newKey()
        let isChanged = kek.fingerprint != currentKEK.fingerprint
        if isChanged {
            try store.rewrap(under: kek) { () throws(RunFailure) in
                if let newFile { try kek.createFile(at: newFile) }
            }
        }
        compact(store)
        let result = Result(
            key_store: store.label,
            changed: isChanged,
            key_encryption_key: try newSource().name,
            fingerprint: kek.fingerprint
        )
        try messages.write(result) { result in
            "\(result.key_store): its keys \(result.changed ? "are now" : "were already") wrapped under the key-encryption key "
                + "\(result.key_encryption_key) (fingerprint \(result.fingerprint))\n"
        }
    }

    /// Opens the store with the old key-encryption key, or with the new one if an earlier run has already
    /// rewrapped the store.
    private func openUnderEitherKey() throws -> (any KeyRecordStore, KeyEncryptionKey) {
        // Checks the new key first, without opening the store: opening a rewrapped store with the old key
        // would be logged as refused. A store that cannot be checked, for example because its last writer
        // crashed, is not rewrapped yet.
        if let newKEK = try? newSource().load(), (try? keyStore.opens(with: newKEK)) == true {
            return (try keyStore.open(for: .minting, kek: newKEK), newKEK)
        }
        let oldKEK = try keyStore.keySource().load()
        return (try keyStore.open(for: .minting, kek: oldKEK), oldKEK)
    }

    /// Rewrites the file of the store; a failure is a warning, because the new key is in force and the next
    /// run can do it.
    private func compact(_ store: any KeyRecordStore) {
        do throws(RunFailure) {
            try store.compact()
        } catch {
            Diagnostics.shared.warning(
                "the keys are wrapped under the new key-encryption key, but the file could not be rewritten and may still contain "
                    + "keys that are wrapped under the old one (\(error.unlabeled)). Run the same command again."
            )
        }
    }

    /// Returns the new key if it is durably stored, or a random one with the path of the file to create for
    /// it.
    private func newKey() throws -> (KeyEncryptionKey, newFile: String?) {
        let source = try newSource()
        let kek: KeyEncryptionKey
        do {
            kek = try source.load()
        } catch {
            guard create, error.kind == .keyEncryptionKeyNotFound else { throw error }
            return (.random(), source.path)
        }
        if let path = source.path { try PrivateFile.makeDurable(path) }
        guard try source.load().fingerprint == kek.fingerprint else {
            throw RunFailure(
                .usage,
                at: "--new-kek-command",
                "the command printed two different keys when it was run twice",
                expected: "the same key each time",
                remedy: "Name a command that reads a key, not one that generates it."
            )
        }
        return (kek, nil)
    }

    private func newSource() throws -> KeyEncryptionKeySource {
        try KeyEncryptionKeySource(file: newKekFile, command: newKekCommand, environment: [:])
    }
}
