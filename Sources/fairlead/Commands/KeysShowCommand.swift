import ArgumentParser
import Foundation
import HLSPackaging
import KeyStore

/// `fairlead keys show`.
struct KeysShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the records of a title's keys, or of one key. Prints no key.",
        discussion: """
            EXAMPLE
              fairlead keys show --content-id movie-42 --key-store sqlite:keys.sqlite
            """
    )

    @Option(name: .customLong("content-id"), help: ArgumentHelp("The title.", valueName: "id"))
    var contentID: String?

    @Option(name: .customLong("key-id"), help: ArgumentHelp("The key.", valueName: "uuid"))
    var keyID: String?

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    func validate() throws {
        if contentID == nil, keyID == nil { throw ValidationError("give --content-id or --key-id") }
        if let keyID, UUID(uuidString: keyID) == nil { throw ValidationError("--key-id is not a UUID") }
    }

    mutating func run() throws {
        _ = messages.begin()
        let id = keyID.flatMap(UUID.init(uuidString:))
        let keys = try keyStore.open(for: .reading).exportableKeys(
            of: contentID.map { try ContentID(argument: $0) }
        )
        .filter { id == nil || $0.record.keyID == id }
        guard !keys.isEmpty else {
            throw CommandFailure(.missing, "key store: there is no such key. See fairlead keys list.")
        }
        try RecordOutput.print(keys, as: messages.format)
    }
}
