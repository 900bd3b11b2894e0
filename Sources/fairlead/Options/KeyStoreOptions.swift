import ArgumentParser
import Foundation
import HLSPackaging
import KeyRecordFormats
import KeyStore

/// Where the key store and its key-encryption key are.
struct KeyStoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The key store: sqlite:PATH. Also FAIRLEAD_KEY_STORE. Default: keys.sqlite in $XDG_DATA_HOME/fairlead.",
            valueName: "url"
        )
    )
    var keyStore: String?

    @Option(
        help: ArgumentHelp(
            "The key-encryption key of the store. Also FAIRLEAD_KEK (64 hex digits). "
                + "Default: $XDG_CONFIG_HOME/fairlead/kek.",
            valueName: "path"
        )
    )
    var kekFile: String?

    private static let environment = ProcessInfo.processInfo.environment

    /// The text that names the store; nil when none is named.
    private var name: String? {
        keyStore ?? Self.environment["FAIRLEAD_KEY_STORE"].flatMap { $0.isEmpty ? nil : $0 }
    }

    func location() throws -> KeyStoreLocation {
        if let name { return try KeyStoreLocation(parsing: name) }
        return try KeyStoreLocation.defaultStore(environment: Self.environment)
    }

    /// The file of the store.
    func storePath() throws -> String { try location().label }

    /// The files of the store, with the options that name them.
    func files() throws -> [(option: String, path: String)] {
        var files = [("--key-store", try location().label)]
        if try environmentKey() == nil { files.append(("--kek-file", try kekPath())) }
        return files
    }

    /// Opens the store.
    ///
    /// A job without a terminal must name its store before it mints, so that a throwaway machine never mints keys into
    /// a throwaway store. On a terminal the default store is made on first use.
    func open(for purpose: KeyStores.Purpose) throws -> any KeyRecordStore {
        let location = try location()
        if purpose == .minting, name == nil {
            guard StandardError.isTerminal else {
                throw CommandFailure(
                    .usage,
                    "--key-store: a job without a terminal must name its key store (none named). "
                        + "Give --key-store sqlite:PATH or set FAIRLEAD_KEY_STORE."
                )
            }
            if !FileManager.default.fileExists(atPath: location.label) { return try create().store }
        }
        return try KeyStores.open(location, kek: keyEncryptionKey(), purpose: purpose)
    }

    /// Makes the store and the key-encryption key that are missing, and opens the store.
    func create() throws -> (store: any KeyRecordStore, path: String, kekFile: String?) {
        let location = try location()
        let path = location.label
        if let kek = try environmentKey() {
            return (try KeyStores.create(location, kek: kek), path, nil)
        }
        let file = try kekPath()
        let kek =
            FileManager.default.fileExists(atPath: path)
            ? try KeyEncryptionKey.load(file: file) : try KeyEncryptionKey.loadOrCreate(file: file)
        return (try KeyStores.create(location, kek: kek), path, file)
    }

    private func keyEncryptionKey() throws -> KeyEncryptionKey {
        try environmentKey() ?? KeyEncryptionKey.load(file: kekPath())
    }

    /// A file that is named goes before the environment.
    private func environmentKey() throws -> KeyEncryptionKey? {
        guard kekFile == nil, let digits = Self.environment["FAIRLEAD_KEK"], !digits.isEmpty else {
            return nil
        }
        return try KeyEncryptionKey(hexadecimal: digits)
    }

    private func kekPath() throws -> String {
        try kekFile ?? KeyStoreLocation.defaultKeyEncryptionKeyFile(environment: Self.environment)
    }
}
