import Testing

@testable import Inspection
@testable import Verification

/// A change to protected fMP4, and the errors that it must cause: each rule once, with its file.
struct FragmentMutation: CustomTestStringConvertible, Sendable {
    let name: String
    let findings: Set<String>
    /// The errors that are found instead if media that decrypt to garbage have, by chance, an invalid syntax.
    let findingsByChance: Set<String>
    let change: @Sendable (Title) throws -> Void

    var testDescription: String { name }

    /// Creates a mutation whose `findings` are `RULE FILE`, or `RULE` for errors without a file.
    init(
        _ name: String,
        _ findings: [String],
        byChance findingsByChance: [String]? = nil,
        change: @escaping @Sendable (Title) throws -> Void
    ) {
        self.name = name
        self.findings = Set(findings)
        self.findingsByChance = Set(findingsByChance ?? findings)
        self.change = change
    }

    /// Applies the change to a title that holds, and checks the errors.
    func check(_ title: Title) throws {
        try #require(try title.verify().findings.filter(\.isError).map(\.text) == [])
        try change(title)
        let report = try title.verify()
        let errors = report.findings.filter(\.isError)
        let found = Set(errors.map { [$0.rule.rawValue, $0.file].compactMap(\.self).joined(separator: " ") })
        #expect([findings, findingsByChance].contains(found), "\(report.findings.map(\.text))")
        #expect(!report.holds)
    }
}
