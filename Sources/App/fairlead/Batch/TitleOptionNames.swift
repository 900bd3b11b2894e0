/// The names of the options that a title of a batch may have, as a column or on the batch's command line.
enum TitleOptionNames {
    /// The options that only the batch has: the key store, and the messages of the run.
    private static let ofRun: Set = [
        "output", "overwrite", "jobs", "dry-run", "report", "content-id", "key-store", "kek-file",
        "kek-command", "actor", "require-production", "format", "progress", "quiet", "verbose", "log-format",
    ]

    /// The flags that only `batch` has; its other options take values.
    private static let flagsOfBatch: Set = [
        "checksum", "check", "keys-only", "verify", "oldest-first",
    ]

    /// The kinds of options for `ScannedArguments` to parse the command line of `batch`: all of its flags,
    /// and the options of titles.
    static let batchOptionKinds: [String: JobFile.OptionKind] = JobFileArguments.options
        .merging(flagsOfBatch.map { ($0, .flag) }) { kind, _ in kind }

    /// The options of a title, by name, with their kinds.
    static let kinds: [String: JobFile.OptionKind] = JobFileArguments.options
        .filter { !ofRun.contains($0.key) }
        .merging(["root": .value]) { kind, _ in kind }

    /// The options that only `package` has.
    private static let ofPackage: Set = [
        "segment-format", "segment-duration", "single-file", "muxed", "packed-audio",
        "allow-misaligned", "ignore-display-matrix", "start-offset", "hdcp", "allowed-cpc",
    ]
    /// The options that only `protect` has.
    private static let ofProtect: Set = ["root"]

    /// Returns the options of the batch's command line that do not apply to titles with this command.
    static func ignoredOptions(by command: TitleCommand.Kind) -> Set<String> {
        switch command {
        case .protect: ofPackage
        case .package: ofProtect
        }
    }

    /// Indicates whether an option of the batch's command line applies to a title that its row leaves clear.
    static func isOfClearTitles(_ name: String) -> Bool { name == "clear" || ofPackage.contains(name) }

    /// The options that do not affect the bytes of a result, and those that decide once: the decision is in
    /// the key store.
    static let irrelevantToResult: Set = [
        "key-server-timeout", "key-server-header", "require-provisioned", "new-key", "reuse-key",
    ]

    /// Returns the option of a column, or nil if the column is not an option.
    static func option(ofColumn key: String) -> String? {
        let name = key.replacing("_", with: "-")
        return kinds[name] == nil ? nil : name
    }
}
