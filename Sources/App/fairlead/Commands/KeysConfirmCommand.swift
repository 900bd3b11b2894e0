import ArgumentParser
import CommandLineParts
import Failures
import FoundationEssentials
import KeyStore
import ReportTexts

/// The command `fairlead keys confirm`.
struct KeysConfirmCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Record that a license server has acknowledged keys.",
        discussion: """
            Confirms what keys export --pending NAME last wrote for each key; later changes stay pending. Selected keys that it \
            did not write (delivered by other means) are confirmed as they are now.

            EXAMPLE
              fairlead keys confirm --license-server ksm-eu
            """
    )

    @Option(help: ArgumentHelp("The license server, by your name for it.", valueName: "name"))
    var licenseServer: LicenseServerArgument

    @OptionGroup(title: "Which keys")
    var selection: KeySelectionOptions

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    private struct Result: Encodable {
        struct Key: Encodable {
            let key: KeyReference
            let state: String
        }
        let license_server: String
        let changed: [Key]
    }

    func validate() throws {
        if !selection.isAll { try selection.requireNamedKeys() }
    }

    mutating func run() throws {
        _ = messages.begin()
        let store = try keyStore.open(for: .minting)
        let named = selection.isAll ? nil : try selection.records(in: store).map(\.keyID)
        let changed = try store.confirm(named, at: licenseServer.name)
        if named == nil, changed.isEmpty { try requireDelivery(by: store) }
        try warn(ofPending: named ?? [], in: store)
        let result = Result(
            license_server: licenseServer.name,
            changed: try changed.map { record in
                let state = try store.licenseServerState(of: record.keyID, at: licenseServer.name)
                return Result.Key(key: KeyReference(record), state: state.rawValue)
            }
        )
        try messages.write(result, text: Self.text)
    }

    /// Warns about named keys that stay pending, which users may not expect.
    private func warn(ofPending keyIDs: [UUID], in store: any KeyRecordStore) throws {
        let count = try keyIDs.count {
            try store.licenseServerState(of: $0, at: licenseServer.name) == .pending
        }
        guard count > 0 else { return }
        Diagnostics.shared.warning(
            "\(count) \(count == 1 ? "key was" : "keys were") changed after the delivery that is confirmed now. "
                + "Run fairlead keys export --pending \(licenseServer.name)."
        )
    }

    /// Throws if nothing was ever delivered to the license server, because its name is probably mistyped.
    private func requireDelivery(by store: any KeyRecordStore) throws {
        guard try !store.licenseServers().contains(where: { $0.utf8.elementsEqual(licenseServer.name.utf8) })
        else {
            return
        }
        throw RunFailure(
            .malformed,
            at: "--license-server",
            "nothing was delivered to \(licenseServer.name) yet",
            remedy:
                "Run fairlead keys export --pending \(licenseServer.name), deliver what it writes, then run this again; "
                + "or give --content-id or --key-id."
        )
    }

    private static func text(_ result: Result) -> String {
        guard !result.changed.isEmpty else { return "\(result.license_server): nothing changed\n" }
        var text = ""
        var table = PagedTable(header: KeyReference.header + ["STATE"]) { text += $0 }
        for key in result.changed { try? table.add(key.key.cells + [key.state]) }
        try? table.flush()
        return text
    }
}
