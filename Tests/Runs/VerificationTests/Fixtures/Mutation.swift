import Testing

/// A change to a protected presentation, and the findings that it must cause, in order.
struct Mutation: CustomTestStringConvertible, Sendable {
    let name: String
    let sample: String
    let options: @Sendable () -> ProtectionOptions
    let findings: [String]
    let change: @Sendable (Title) throws -> Void

    var testDescription: String { name }

    init(
        _ name: String,
        _ sample: String = "ts/multivariant.m3u8",
        _ options: @autoclosure @escaping @Sendable () -> ProtectionOptions = .init(),
        findings: [String],
        change: @escaping @Sendable (Title) throws -> Void
    ) {
        self.name = name
        self.sample = sample
        self.options = options
        self.findings = findings
        self.change = change
    }

    /// Returns a title that was protected and changed.
    func apply() throws -> Title {
        let title = try Title(sample: sample, options())
        try change(title)
        return title
    }
}
