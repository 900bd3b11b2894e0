import ArgumentParser
import CommandLineParts
import KeyStore
import ProtectionTerms
import ReportTexts

/// The command `fairlead keys policy`.
struct KeysPolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract:
            "Set the policy that license servers have to enforce for keys. Media and playlists stay as they are.",
        discussion: """
            A given term replaces the earlier one, --unset removes a term, and the rest stays. A changed policy is a new \
            version, and its key is pending at license servers again (keys export --pending, keys confirm).

            EXAMPLE
              fairlead keys policy --content-id movie-42 --track uhd --hdcp type-1 --security-level main --lease 1h
            """
    )

    @OptionGroup(title: "Which keys")
    var selection: KeySelectionOptions

    @OptionGroup(title: "Policy")
    var policy: KeyPolicyOptions

    @Option(help: ArgumentHelp("Remove this term; repeatable.", valueName: "term"))
    var unset: [KeyPolicyTerm] = []

    @OptionGroup(title: "Key store")
    var keyStore: KeyStoreOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    func validate() throws {
        try selection.requireNamedKeys()
        if policy.givenTerms.isEmpty, unset.isEmpty {
            throw ValidationError("nothing to change: give a term such as --hdcp, or --unset")
        }
        if let both = policy.givenTerms.first(where: unset.contains) {
            throw ValidationError(
                "--\(both.rawValue) and --unset \(both.rawValue) cannot be combined. Leave one of them out"
            )
        }
    }

    mutating func run() throws {
        _ = messages.begin()
        let store = try keyStore.open(for: .minting)
        let changes = try PolicyChange.apply(to: selection.records(in: store), in: store) { terms in
            unset.reduce(policy.applied(to: terms)) { $0.without($1) }
        }
        guard messages.format == .text else { return try PolicyChange.printJSON(changes) }
        var table = PagedTable(header: KeyReference.header + ["VERSION", "POLICY", ""])
        for change in changes { try table.add(change.cells) }
        try table.flush()
    }
}
