import ArgumentParser
import Foundation
import KeyStore

/// `fairlead keys list`.
struct KeysListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the keys of a title or of all. Prints no key.",
        discussion: """
            EXAMPLE
              fairlead keys list --content-id movie-42 --key-store sqlite:keys.sqlite
            """
    )

    @Option(name: .customLong("content-id"), help: ArgumentHelp("Only this title.", valueName: "id"))
    var contentID: String?

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    mutating func run() throws {
        _ = messages.begin()
        let keys = try keyStore.open(for: .reading).exportableKeys(
            of: contentID.map { try ContentID(argument: $0) }
        )
        guard messages.format == .text else { return try RecordOutput.print(keys, as: .json) }
        var table = TextTable("CONTENT ID", "TRACK", "PERIOD", "GENERATION", "KEY", "CREATED", "URIS")
        for key in keys {
            let identity = key.record.identity
            table.add(
                identity.contentID.value,
                identity.track,
                "\(identity.period)",
                "\(identity.generation)",
                key.record.keyID.uuidString.lowercased(),
                key.record.createdAt.formatted(.iso8601),
                "\(Set(key.signalling.map(\.keyURI)).count)"
            )
        }
        print(table.text, terminator: "")
    }
}
