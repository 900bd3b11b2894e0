import ArgumentParser
import CommandLineParts
import FoundationEssentials
import KeyStore
import ReportTexts

/// The command `fairlead keys show`.
struct KeysShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract:
            "Show the records of a title's keys, of one key, or of those that a key URI names. Prints no key.",
        discussion: """
            With each record: its policy, its state at each license server, its uses, and the key lines that came with it.

            EXAMPLE
              fairlead keys show --content-id movie-42 --key-store sqlite:keys.sqlite
            """
    )

    @OptionGroup(title: "Which keys")
    var selection: KeySelectionOptions

    @Option(
        name: .customLong("key-uri"),
        help: ArgumentHelp("Keys that were signalled with this URI.", valueName: "uri")
    )
    var keyURI: String?

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    func validate() throws {
        if keyURI == nil, !selection.namesKeys {
            throw ValidationError("give --content-id, --key-id or --key-uri")
        }
    }

    mutating func run() throws {
        _ = messages.begin()
        let store = try keyStore.open(for: .reading)
        let licenseServers = try store.licenseServers()
        let keys = try records(in: store).map { record in
            (
                key: try store.exportableKey(record),
                details: try KeyDetails(of: record.keyID, in: store, licenseServers: licenseServers)
            )
        }
        try RecordOutput.print(keys, as: messages.format)
    }

    private func records(in store: any KeyRecordStore) throws -> [KeyRecord] {
        guard let keyURI else { return try selection.records(in: store) }
        let title = try selection.title()
        let records = try store.keys(signalledAs: keyURI).filter {
            selection.matches($0, title: title)
        }
        guard !records.isEmpty else { throw KeySelectionOptions.noSuchKey }
        return records
    }
}
