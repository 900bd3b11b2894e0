import ArgumentParser
import CommandLineParts
import Failures
import FoundationEssentials
import KeyStore
import ReportTexts

/// The command `fairlead keys revoke`.
struct KeysRevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Take keys out of use permanently. License servers are told with keys export --pending.",
        discussion: """
            Nothing is protected with a revoked key any more; protect --new-key mints the next generation. Published media \
            play until the license server has processed the tombstone: deliver the output of keys export --pending NAME, then \
            run keys confirm --license-server NAME. If a title has keys of several generations, select with --generation.

            EXAMPLE
              fairlead keys revoke --content-id movie-42 --generation 1 --reason 'key found on a forum'
            """
    )

    @OptionGroup(title: "Which keys")
    var selection: KeySelectionOptions

    @Flag(help: "Revoke the keys of all generations of a title.")
    var allGenerations = false

    @Option(
        help: ArgumentHelp(
            "The reason, for the log of the store; it must not contain a key or a token.",
            valueName: "text"
        )
    )
    var reason: String

    @Flag(help: "Print what would be revoked, and change nothing.")
    var dryRun = false

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    func validate() throws {
        try selection.requireNamedKeys()
        if allGenerations, selection.generation != nil {
            throw ValidationError(
                "--generation and --all-generations cannot be combined. Leave one of them out"
            )
        }
        guard (1...1000).contains(reason.utf8.count) else {
            let problem = reason.isEmpty ? "is empty" : "has \(reason.utf8.count) bytes"
            throw ValidationError("--reason \(problem) (expected 1 to 1000 bytes of text). Correct it")
        }
        if reason.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw ValidationError(
                "--reason contains a control character (expected text on one line). Remove it"
            )
        }
    }

    mutating func run() throws {
        _ = messages.begin()
        let store = try keyStore.open(for: dryRun ? .reading : .minting)
        let records = try selection.records(in: store)
        let states = try records.map { try store.state(of: $0.keyID) }
        try refuseSeveralGenerations(of: zip(records, states).filter { $1 == .active }.map(\.0))
        if !dryRun { try store.revoke(records.map(\.keyID), reason: reason) }
        let licenseServers = try store.licenseServers()
        let revocations = try zip(records, states).map { record, state in
            RevocationOutput(
                key: KeyReference(record),
                changed: state == .active,
                pending_at: dryRun
                    ? nil
                    : try licenseServers.filter {
                        try store.licenseServerState(of: record.keyID, at: $0) == .pending
                    }
            )
        }
        try RevocationOutput.write(revocations, isDryRun: dryRun, messages)
    }

    /// Throws for keys of several generations, so that the replacement of a compromised key is not revoked by
    /// mistake.
    private func refuseSeveralGenerations(of records: [KeyRecord]) throws {
        let generations = Set(records.map(\.identity.generation)).sorted()
        guard generations.count > 1, selection.keyID.isEmpty, !allGenerations else { return }
        let list = generations.map(String.init).joined(separator: ", ")
        throw RunFailure(
            .usage,
            at: "--content-id",
            "the title has keys of several generations in use",
            found: list,
            expected: "one",
            remedy: "Give --generation, or --all-generations to revoke all."
        )
    }
}

/// The output for a revoked key, as text and as JSON.
struct RevocationOutput: Encodable {
    let key: KeyReference
    /// Indicates whether the key was active before.
    let changed: Bool
    /// The license servers that do not have the tombstone yet, or nil in a dry run.
    let pending_at: [String]?

    static func write(
        _ revocations: [RevocationOutput],
        isDryRun: Bool,
        _ messages: OutputOptions
    ) throws {
        struct Result: Encodable {
            let dry_run: Bool
            let keys: [RevocationOutput]
        }
        guard messages.format == .text else {
            return try StandardOutput.write(JSONText.pretty(Result(dry_run: isDryRun, keys: revocations)))
        }
        var table = PagedTable(header: KeyReference.header + ["", "PENDING AT"])
        for revocation in revocations {
            let outcome = isDryRun ? "would be revoked" : "revoked"
            try table.add(
                revocation.key.cells + [
                    revocation.changed ? outcome : "was revoked",
                    revocation.pending_at?.joined(separator: ", ") ?? "",
                ]
            )
        }
        try table.flush()
    }
}
