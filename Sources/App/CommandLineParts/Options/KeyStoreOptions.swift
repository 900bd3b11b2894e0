package import ArgumentParser
import FoundationEssentials
package import KeyStore

/// The options for where the key store and its key-encryption key are.
package struct KeyStoreOptions: ParsableArguments {
    /// The key store that is named.
    @Option(
        help: ArgumentHelp(
            """
            The key store: sqlite:PATH or postgresql://HOST/DATABASE. Also FAIRLEAD_KEY_STORE, where a password belongs that \
            is part of it. Default: keys.sqlite in $XDG_DATA_HOME/fairlead.
            """,
            valueName: "url"
        )
    )
    package var keyStore: String?

    /// The file of the key-encryption key.
    @Option(
        help: ArgumentHelp(
            """
            The key-encryption key of the store. Also FAIRLEAD_KEK (64 hex digits). Default: $XDG_CONFIG_HOME/fairlead/kek.
            """,
            valueName: "path"
        )
    )
    package var kekFile: String?

    /// The shell command that prints the key-encryption key.
    @Option(
        help: ArgumentHelp(
            """
            A shell command that prints the key-encryption key, 64 hex digits or 32 bytes, such as that of a cloud's key \
            management. Also FAIRLEAD_KEK_COMMAND.
            """,
            valueName: "command"
        )
    )
    package var kekCommand: String?

    private static let environment = ProcessInfo.processInfo.environment

    /// The text that names the store; nil when none is named.
    private var name: String? {
        keyStore ?? Self.environment["FAIRLEAD_KEY_STORE"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// True where an option or the environment names a store.
    package var isNamed: Bool { name != nil }

    /// Options as they are when none is given.
    package init() {}

    /// Refuses two key-encryption keys.
    package func validate() throws {
        if kekFile != nil, kekCommand != nil {
            throw ValidationError("--kek-file and --kek-command exclude each other")
        }
    }

    /// The place of the store that an option or the environment names, else of the default store.
    ///
    /// - Throws: `KeyStoreError`.
    package func location() throws -> KeyStoreLocation {
        if let name { return try KeyStoreLocation(parsing: name) }
        return try KeyStoreLocation.defaultStore(environment: Self.environment)
    }

    /// The source of the key-encryption key.
    ///
    /// - Throws: `CommandFailure` where the environment names two, `KeyStoreError`.
    package func keySource() throws -> KeyEncryptionKeySource {
        try KeyEncryptionKeySource(file: kekFile, command: kekCommand, environment: Self.environment)
    }

    /// The file of the store, if it is one.
    package func storePath() throws -> String? { try location().file }

    /// The files of the store, with the options that name them.
    package func files() throws -> [(option: String, path: String)] {
        [("--key-store", try location().file), ("--kek-file", try keySource().path)]
            .compactMap { option, path in path.map { (option, $0) } }
    }

    /// Opens the store.
    ///
    /// A job without a terminal must name its store before it mints, so that a throwaway machine never mints keys into
    /// a throwaway store. On a terminal the default store is made on first use.
    package func open(for purpose: KeyStores.Purpose) throws -> any KeyRecordStore {
        if purpose == .minting, name == nil {
            guard StandardError.isTerminal else {
                throw CommandFailure(
                    .usage,
                    "--key-store: a job without a terminal must name its key store (none named). "
                        + "Give --key-store sqlite:PATH or set FAIRLEAD_KEY_STORE."
                )
            }
            if try location().isMissingFile { return try create(kind: nil) }
        }
        return try open(for: purpose, kek: try keySource().load())
    }

    /// Opens the store under this key-encryption key.
    package func open(for purpose: KeyStores.Purpose, kek: KeyEncryptionKey) throws -> any KeyRecordStore {
        warnOfPassword()
        return try KeyStores.open(location(), kek: kek, purpose: purpose)
    }

    /// Asks whether the store exists and this is its key-encryption key; to ask is not logged.
    package func isSealed(under kek: KeyEncryptionKey) throws -> Bool {
        try KeyStores.sealFingerprint(location()) == kek.fingerprint
    }

    /// Opens the store to use its keys: so that it can be noted in its log, if that can be written.
    package func openForUse() throws -> (store: any KeyRecordStore, hasLog: Bool) {
        let kek = try keySource().load()
        do {
            return (try open(for: .minting, kek: kek), true)
        } catch KeyStoreError.permissions {
            return (try open(for: .reading, kek: kek), false)
        }
    }

    /// Opens the store, if there is one, for what is noted besides; that it cannot be opened is a warning.
    package func openForNotes() -> (any KeyRecordStore)? {
        do {
            guard try KeyStores.exists(location()) else { return nil }
            return try open(for: .minting, kek: try keySource().load())
        } catch {
            Diagnostics.shared.warning("what is published is not noted in the key store: \(error)")
            return nil
        }
    }

    /// Makes the store and the key-encryption key that are missing, and opens the store.
    ///
    /// A key-encryption key is made for a new store only: one of its own would not open another.
    package func create(kind: StoreKind?) throws -> any KeyRecordStore {
        warnOfPassword()
        let location = try location()
        let source = try keySource()
        let kek: KeyEncryptionKey
        do {
            kek = try source.load()
        } catch {
            guard case .keyEncryptionKeyNotFound = error, try !KeyStores.exists(location) else { throw error }
            kek = try source.loadOrCreate()
        }
        return try KeyStores.create(location, kek: kek, kind: kind)
    }

    /// The key-encryption key for a store that is going to be made; made itself if there is none.
    package func keyOfNewStore() throws -> KeyEncryptionKey {
        warnOfPassword()
        return try keySource().loadOrCreate()
    }

    private func warnOfPassword() {
        guard let keyStore, (try? KeyStoreLocation(parsing: keyStore))?.holdsPassword == true else { return }
        Diagnostics.shared.warning(
            "--key-store: a command line can be seen by others; leave the password to FAIRLEAD_KEY_STORE or ~/.pgpass"
        )
    }
}

extension KeyStoreLocation {
    /// The file of the store, if it is one.
    fileprivate var file: String? {
        if case .sqlite(let path) = self { path } else { nil }
    }

    /// Whether it is a file that is not there.
    fileprivate var isMissingFile: Bool {
        file.map { !FileManager.default.fileExists(atPath: $0) } ?? false
    }
}
