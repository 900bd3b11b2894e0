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
            Keep a copy of both: a lost store or a lost key-encryption key is a lost catalogue. In PostgreSQL the database has
            to be there; this makes the tables and the roles fairlead_mint, fairlead_use and fairlead_export.

            EXAMPLES
              fairlead keys init --key-store sqlite:keys/store.sqlite --kek-file keys/kek
              fairlead keys init --key-store postgresql://keys.example.com/fairlead --kek-file keys/kek
            """
    )

    @Option(
        help: """
            What the keys are for; commands with --require-production refuse those of a test store. Part of the store from its \
            making on. Default: production.
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
            "key store: roles are missing that this user may not create. Let an administrator run what follows, then "
                + "`fairlead keys init` again: \(statements)"
        )
    }
}
