import ArgumentParser
import Foundation
import KeyStore

extension KeyState: ExpressibleByArgument {}

/// `fairlead keys list`.
struct KeysListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the keys of a title or of all. Prints no key.",
        discussion: """
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
            "Only keys that this key server does not have as they are now.",
            valueName: "target"
        )
    )
    var pending: TargetArgument?

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    mutating func run() throws {
        _ = messages.begin()
        let store = try keyStore.open(for: .reading)
        switch messages.format {
        case .json: try RecordOutput.print(keys(in: store), as: .json)
        case .text: try printTable(of: store)
        }
    }

    private func keys(in store: any KeyRecordStore) throws -> [ExportableKey] {
        let title = try selection.title()
        let keys =
            if let pending { try store.pendingKeys(at: pending.name) } else {
                try store.exportableKeys(of: title)
            }
        return keys.filter { key in
            selection.matches(key.record.identity, keyID: key.record.keyID, title: title)
                && (state == nil || key.state == state)
        }
    }

    private func printTable(of store: any KeyRecordStore) throws {
        try StandardOutput.write("\(store.label): \(store.kind.rawValue) key store\n\n")
        var table = PagedTable(header: KeyReference.header + ["STATE", "CREATED", "URIS"])
        if pending != nil {
            for key in try keys(in: store) { try table.add(Self.cells(KeySummary(key))) }
        } else {
            try addSummaries(of: store, to: &table)
        }
        try table.flush()
    }

    /// A page at a time: a store that is being read for as long as somebody looks at the list could not be written.
    private func addSummaries(of store: any KeyRecordStore, to table: inout PagedTable) throws {
        let title = try selection.title()
        var last: KeyIdentity?
        repeat {
            let page = try store.summaries(of: title, after: last, limit: 1000)
            for key in page where selection.matches(key.identity, keyID: key.keyID, title: title) {
                if state == nil || key.state == state { try table.add(Self.cells(key)) }
            }
            last = page.last?.identity
        } while last != nil
    }

    private static func cells(_ key: KeySummary) -> [String] {
        [
            key.identity.contentID.value, key.identity.track, "\(key.identity.period)",
            "\(key.identity.generation)", key.keyID.uuidString.lowercased(), key.state.rawValue,
            key.createdAt.formatted(.iso8601), "\(key.uriCount)",
        ]
    }
}
