import ArgumentParser
import CommandLineParts
import Failures
import FoundationEssentials
import KeyStore
import ReportTexts

extension KeyState: ExpressibleByArgument {}

/// The command `fairlead keys list`.
struct KeysListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the key records of a title or of all titles. Prints no key.",
        discussion: """
            Warns of each key that its IV, its key id, its content id or its track name reveals; such keys are no longer accepted.

            EXAMPLES
              fairlead keys list --content-id movie-42 --key-store sqlite:keys.sqlite
              fairlead keys list --pending ksm-eu
            """
    )

    @OptionGroup(title: "Which keys")
    var selection: KeySelectionOptions

    @Option(help: "Only keys in this state.")
    var state: KeyState?

    @Option(
        help: ArgumentHelp(
            "List only keys whose current version this license server does not have.",
            valueName: "name"
        )
    )
    var pending: LicenseServerArgument?

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    mutating func run() throws {
        _ = messages.begin()
        let store = try keyStore.open(for: .reading)
        switch messages.format {
        case .json:
            try forEachKey(in: store) { (key) throws(RunFailure) in
                try RecordOutput.writeLines(of: key)
            }
        case .text:
            try StandardOutput.write("\(store.label): \(store.kind.rawValue) key store\n\n")
            var table = PagedTable(header: KeyReference.header + ["STATE", "CREATED", "URIS"])
            try forEachKey(in: store) { (key) throws(RunFailure) in
                try table.add(Self.cells(key))
            }
            try table.flush()
        }
    }

    /// Calls `body` with one key after the other, so that the store may have any number of keys.
    private func forEachKey(
        in store: any KeyRecordStore,
        _ body: (ExportableKey) throws(RunFailure) -> Void
    ) throws {
        let title = try selection.title()
        let filtered = { (key: ExportableKey) throws(RunFailure) in
            guard selection.matches(key.record, title: title),
                state == nil || key.state == state
            else { return }
            if let warning = key.exposureWarning { Diagnostics.shared.warning(warning) }
            try body(key)
        }
        for title in try selection.titles(in: store) {
            if let pending {
                try store.forEachPendingKey(at: pending.name, of: title, filtered)
            } else {
                try store.forEachExportableKey(of: title, filtered)
            }
        }
    }

    private static func cells(_ key: ExportableKey) -> [String] {
        KeyReference(key.record).cells + [
            key.state.rawValue, key.record.createdAt.formatted(.iso8601),
            "\(Set(key.signalling.map { Array($0.keyURI.utf8) }).count)",
        ]
    }
}
