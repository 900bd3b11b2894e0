import ArgumentParser
import CommandLineParts
import FoundationEssentials
import KeyStore

/// The command `fairlead keys export`.
struct KeysExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write keys for a license server or another program.",
        discussion: """
            Formats: jsonl (one neutral record a line), csv (a row for each asset id), cpix-2.3, cpix-2.4, speke-2 (a document \
            for one title), fps-sdk (asset infos of Apple's FairPlay Streaming Server SDK), fps-sdk-request (its create-ckc \
            requests, complete except for the SPC), expressplay-token (parameters of ExpressPlay's token request), drmtoday (castLabs \
            ingest), skm (wrapped keys of ExpressPlay), shaka (raw key arguments), key-file (16 bytes; with --with-iv key and IV).
            Keys are in the clear, which requires --allow-plaintext, except in skm, and with --recipient in cpix-2.3, cpix-2.4, \
            speke-2 and expressplay-token (the whole file is encrypted, for openssl cms -decrypt -inform DER).

            EXAMPLE
              fairlead keys export --as jsonl --content-id movie-42 --allow-plaintext -o movie-42.jsonl
            """
    )

    @OptionGroup(title: "Format")
    var export: ExportOptions

    @OptionGroup(title: "Which keys")
    var selection: KeySelectionOptions

    @Option(
        help: ArgumentHelp(
            """
            Export only what this license server does not have yet, according to keys confirm, including revocations. The keys \
            are recorded as delivered, for keys confirm --license-server.
            """,
            valueName: "name"
        )
    )
    var pending: LicenseServerArgument?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file; made with mode 0600. Default: standard output.", valueName: "file")
    )
    var output: String?

    @OptionGroup
    var requirements: StoreRequirementOptions

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: LogOptions

    mutating func run() throws {
        messages.configure()
        let settings = try export.settings()
        let run = KeyExportRun(
            store: try ExportStore.open(keyStore, isForDelivery: pending != nil),
            format: try export.exportFormat(),
            settings: settings,
            selection: selection,
            output: output
        )
        _ = try requirements.checked(run.store.store)
        let subject = [
            selection.contentID, selection.keyID.isEmpty ? nil : selection.keyID.joined(separator: " "),
        ]
        .compactMap(\.self).joined(separator: " ")
        try run.store.log(
            .export,
            subject: subject.isEmpty ? "all" : subject,
            detail: export.logText + (pending.map { ", pending at \($0.name)" } ?? "")
        )
        if let pending { try run.deliver(to: pending.name) } else { try run.export() }
    }
}
