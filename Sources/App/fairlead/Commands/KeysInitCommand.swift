import ArgumentParser
import CommandLineParts
import KeyStore

extension StoreKind: ExpressibleByArgument {}

/// The command `fairlead keys init`.
struct KeysInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make the key store and, if there is none, its key-encryption key. Safe to run twice.",
        discussion: """
            Keep a copy of both: if the store or its key-encryption key is lost, so are all keys. For PostgreSQL the database has \
            to exist; this creates the tables, and the roles fairlead_mint, fairlead_use and fairlead_export.

            EXAMPLES
              fairlead keys init --key-store sqlite:keys/store.sqlite --kek-file keys/kek
              fairlead keys init --key-store postgresql://keys.example.com/fairlead --kek-file keys/kek
            """
    )

    @Option(
        help: """
            The purpose of the keys; commands with --require-production refuse those of a test store. It cannot be changed after \
            the store is created. Default: production.
            """
    )
    var kind: StoreKind?

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    private struct Result: Encodable {
        let key_store: String
        let kind: String
        let kek_file: String?
        let key_encryption_key: String
    }

    mutating func run() throws {
        _ = messages.begin()
        let store = try keyStore.create(kind: kind)
        try adviseOnRoles()
        let source = try keyStore.keySource()
        let result = Result(
            key_store: store.label,
            kind: store.kind.rawValue,
            kek_file: source.path,
            key_encryption_key: source.name
        )
        try messages.write(result) { result in
            """
            key store           \(result.key_store)
            kind                \(result.kind)
            key-encryption key  \(result.key_encryption_key)

            """
        }
    }

    /// Warns if roles are missing because the user may not create them; an administrator has to do so.
    private func adviseOnRoles() throws {
        guard case .postgreSQL(let url) = try keyStore.location(),
            let statements = try PostgreSQLKeyStore.statementsForMissingRoles(url: url)
        else { return }
        Diagnostics.shared.warning(
            "key store: roles are missing, and this user may not create them. Let an administrator run the following statements, "
                + "then run `fairlead keys init` again: \(statements)"
        )
    }
}
