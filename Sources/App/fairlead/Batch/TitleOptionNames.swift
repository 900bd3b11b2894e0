/// The options of `protect` and `package` that a title of a batch may have, as a column or on the batch's command line.
enum TitleOptionNames {
    /// What is the batch's own: where keys are, and what is said of the run.
    private static let ofRun: Set = [
        "output", "overwrite", "jobs", "dry-run", "report", "content-id", "key-store", "kek-file",
        "kek-command", "require-production", "format", "progress", "quiet", "verbose", "log-format",
    ]

    /// Flags that only `batch` has; its other options take values.
    private static let flagsOfBatch: Set = ["checksum", "check", "keys-only", "verify"]

    /// The options of `batch`, as far as they take no value, or are a title's: what tells words of its command line apart.
    static let ofBatch: [String: JobFile.OptionKind] = JobFileArguments.options
        .merging(flagsOfBatch.map { ($0, .flag) }) { kind, _ in kind }

    /// The options of a title, and whether they take values.
    static let kinds: [String: JobFile.OptionKind] = JobFileArguments.options
        .filter { !ofRun.contains($0.key) }
        .merging(["root": .value]) { kind, _ in kind }

    /// What only `package` knows.
    private static let ofPackage: Set = [
        "segment-format", "segment-duration", "single-file", "muxed", "packed-audio",
        "allow-misaligned", "ignore-display-matrix", "start-offset", "hdcp", "allowed-cpc",
    ]
    /// What only `protect` knows.
    private static let ofProtect: Set = ["root"]

    /// Options of the batch's command line that say nothing to titles of the other command.
    static func areIgnored(by command: TitleCommand.Kind) -> Set<String> {
        switch command {
        case .protect: ofPackage
        case .package: ofProtect
        }
    }

    /// Whether an option of the batch's command line says something to a title that its row has left in the clear.
    static func isOfClearTitles(_ name: String) -> Bool { name == "clear" || ofPackage.contains(name) }

    /// The options that the bytes of a result do not depend on, and those that decide once: what was decided is in the key store.
    static let withoutEffect: Set = [
        "key-server-timeout", "key-server-header", "require-provisioned", "new-key", "reuse-key",
    ]

    /// The option of a column; nil for one that is none.
    static func option(ofColumn key: String) -> String? {
        let name = key.replacing("_", with: "-")
        return kinds[name] == nil ? nil : name
    }
}
