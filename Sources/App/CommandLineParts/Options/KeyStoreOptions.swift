package import ArgumentParser
package import Failures
import FoundationEssentials
package import KeyEncryption
package import KeyStore
import StoreFiles

/// The options for the key store and its key-encryption key.
package struct KeyStoreOptions: ParsableArguments {
    /// The URL of the key store.
    @Option(
        help: ArgumentHelp(
            """
            The key store: sqlite:PATH or postgresql://HOST/DATABASE. Also FAIRLEAD_KEY_STORE, which is the right choice for \
            a URL with a password. Default: keys.sqlite in $XDG_DATA_HOME/fairlead.
            """,
            valueName: "url"
        )
    )
    package var keyStore: String?

    /// The path of the file with the key-encryption key.
    @Option(
        help: ArgumentHelp(
            """
            The file with the key-encryption key of the store. Also FAIRLEAD_KEK (64 hex digits). Default: $XDG_CONFIG_HOME/fairlead/kek.
            """,
            valueName: "path"
        )
    )
    package var kekFile: String?

    /// The shell command that prints the key-encryption key.
    @Option(
        help: ArgumentHelp(
            """
            A shell command that prints the key-encryption key, 64 hex digits or 32 bytes, such as the client of a cloud's key \
            management service. Also FAIRLEAD_KEK_COMMAND.
            """,
            valueName: "command"
        )
    )
    package var kekCommand: String?

    /// The text for the log that says what the command runs for.
    @Option(
        help: ArgumentHelp(
            """
            What the command runs for, such as a job or a ticket: a text of at most \(Actor.purposeByteLimit) bytes for the log of the \
            key store, beside the user. Also FAIRLEAD_ACTOR.
            """,
            valueName: "text"
        )
    )
    package var actor: String?

    private static let environment = ProcessInfo.processInfo.environment

    /// The URL of the store, or nil if neither an option nor the environment names one.
    private var storeURL: String? {
        keyStore ?? Self.environment["FAIRLEAD_KEY_STORE"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Indicates whether an option or the environment names a store.
    package var isNamed: Bool { storeURL != nil }

    /// Creates options with default values.
    package init() {}

    /// Throws if two key-encryption keys are given.
    package func validate() throws {
        if kekFile != nil, kekCommand != nil {
            throw ValidationError("--kek-file and --kek-command cannot be combined. Leave one of them out")
        }
        if let actor, actor.isEmpty || actor.utf8.count > Actor.purposeByteLimit {
            throw ValidationError(
                "--actor has \(actor.utf8.count) bytes (expected 1 to \(Actor.purposeByteLimit))"
            )
        }
    }

    /// Returns the location of the store that an option or the environment names, or of the default store.
    ///
    /// - Throws: `RunFailure`.
    package func location() throws(RunFailure) -> KeyStoreLocation {
        if let storeURL { return try KeyStoreLocation(parsing: storeURL) }
        return try KeyStoreLocation.defaultStore(environment: Self.environment)
    }

    /// Returns the source of the key-encryption key.
    ///
    /// - Throws: `RunFailure`, also if the environment names two.
    package func keySource() throws(RunFailure) -> KeyEncryptionKeySource {
        try KeyEncryptionKeySource(file: kekFile, command: kekCommand, environment: Self.environment)
    }

    /// Returns the path of the store's file, or nil if the store is a database.
    package func storePath() throws -> String? { try location().file }

    /// Returns the files of the store, with the options that name them.
    package func files() throws -> [(option: String, path: String)] {
        [("--key-store", try location().file), ("--kek-file", try keySource().path)]
            .compactMap { option, path in path.map { (option, $0) } }
    }

    /// Opens the store.
    ///
    /// A job without a terminal must name its store before it mints keys, so that a temporary machine never
    /// mints keys into a temporary store. On a terminal the default store is created on first use.
    package func open(for purpose: KeyStores.Purpose) throws -> any KeyRecordStore {
        if purpose == .minting, storeURL == nil {
            guard StandardError.isTerminal else {
                throw RunFailure(
                    .usage,
                    at: "--key-store",
                    "a job without a terminal must name its key store",
                    found: "none named",
                    remedy: "Give --key-store sqlite:PATH or set FAIRLEAD_KEY_STORE."
                )
            }
            if try location().isMissingFile { return try create(kind: nil) }
        }
        return try open(for: purpose, kek: try keySource().load())
    }

    /// Opens the store with this key-encryption key.
    package func open(
        for purpose: KeyStores.Purpose,
        kek: KeyEncryptionKey
    ) throws(RunFailure) -> any KeyRecordStore {
        warnOfPassword()
        setActor()
        return try KeyStores.open(location(), kek: kek, purpose: purpose)
    }

    /// Sets what the log says that the process acts for.
    private func setActor() {
        let purpose = actor ?? Self.environment["FAIRLEAD_ACTOR"].flatMap { $0.isEmpty ? nil : $0 }
        Actor.act(
            for: purpose.map { String(decoding: $0.utf8.prefix(Actor.purposeByteLimit), as: UTF8.self) }
        )
    }

    /// Indicates whether the store exists and this is its key-encryption key; the check is not logged.
    package func opens(with kek: KeyEncryptionKey) throws -> Bool {
        try KeyStores.keyEncryptionKeyFingerprint(location()) == kek.fingerprint
    }

    /// Opens the store to use its keys, writable if possible, so that the uses can be logged.
    package func openForUse() throws -> (store: any KeyRecordStore, hasLog: Bool) {
        let kek = try keySource().load()
        do {
            return (try open(for: .minting, kek: kek), true)
        } catch {
            guard error.kind == .permissions else { throw error }
            return (try open(for: .reading, kek: kek), false)
        }
    }

    /// Opens the store to record a publication, or returns nil if there is none or, after a warning, if it
    /// cannot be opened.
    package func openForRecording() -> (any KeyRecordStore)? {
        do throws(RunFailure) {
            guard try KeyStores.exists(location()) else { return nil }
            return try open(for: .minting, kek: try keySource().load())
        } catch {
            Diagnostics.shared.warning(
                "the publication is not recorded in the key store: \(error.unlabeled)"
            )
            return nil
        }
    }

    /// Creates the store and the key-encryption key if they are missing, and opens the store.
    ///
    /// A key-encryption key is created for a new store only, because a new key cannot open an existing store.
    package func create(kind: StoreKind?) throws -> any KeyRecordStore {
        warnOfPassword()
        setActor()
        let location = try location()
        let source = try keySource()
        let kek: KeyEncryptionKey
        do {
            kek = try source.load()
        } catch {
            guard error.kind == .keyEncryptionKeyNotFound, try !KeyStores.exists(location) else {
                throw error
            }
            kek = try source.loadOrCreate()
        }
        return try KeyStores.create(location, kek: kek, kind: kind)
    }

    /// Returns the key-encryption key for a store to be created, and creates the key if there is none.
    package func keyOfNewStore() throws -> KeyEncryptionKey {
        warnOfPassword()
        setActor()
        return try keySource().loadOrCreate()
    }

    /// Warns if the environment of a Slurm job holds the key-encryption key.
    ///
    /// `sbatch` copies the environment in which it is called, and Slurm keeps it in clear in its state: on the
    /// disk of the controller, and in the spool directories of nodes. The variable may also be set by the
    /// batch script, which is kept in the same places. Other engines do not copy an environment on their own,
    /// and have references to secrets for it, which cannot be told from values here.
    package func warnOfKeyInJob() {
        guard Self.environment["SLURM_JOB_ID"] != nil, KeyEncryptionKeyVariable.key != nil else { return }
        Diagnostics.shared.warning(
            "\(KeyEncryptionKeyVariable.name): Slurm keeps the environment of sbatch, and so the key-encryption key, in clear in "
                + "its state. Give --kek-file or --kek-command, and submit with --export=NONE"
        )
    }

    private func warnOfPassword() {
        guard let keyStore, (try? KeyStoreLocation(parsing: keyStore))?.holdsPassword == true else { return }
        Diagnostics.shared.warning(
            "--key-store: a command line can be seen by other users; give the password in FAIRLEAD_KEY_STORE or ~/.pgpass"
        )
    }
}

extension KeyStoreLocation {
    /// The path of the store's file, or nil if the store is a database.
    fileprivate var file: String? {
        if case .sqlite(let path) = self { path } else { nil }
    }

    /// Indicates whether the store is a file that does not exist.
    fileprivate var isMissingFile: Bool {
        file.map { !FileManager.default.fileExists(atPath: $0) } ?? false
    }
}
