import ArgumentParser

/// `fairlead keys init`.
struct KeysInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make the key store and, if there is none, its key-encryption key. Safe to run twice.",
        discussion: """
            Keep a copy of both: a lost store or a lost key-encryption key is a lost catalogue.

            EXAMPLE
              fairlead keys init --key-store sqlite:keys/store.sqlite --kek-file keys/kek
            """
    )

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    private struct Result: Encodable {
        let key_store: String
        let kek_file: String?
    }

    mutating func run() throws {
        _ = messages.begin()
        let (_, path, kekFile) = try keyStore.create()
        switch messages.format {
        case .text:
            try StandardOutput.write("key store           \(path)\n")
            try StandardOutput.write("key-encryption key  \(kekFile ?? "from FAIRLEAD_KEK")\n")
        case .json:
            try StandardOutput.write(JSONText.pretty(Result(key_store: path, kek_file: kekFile)))
        }
    }
}
