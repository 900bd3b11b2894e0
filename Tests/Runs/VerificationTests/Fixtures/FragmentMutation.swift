import Testing

@testable import Inspection
@testable import Verification

/// A change to protected fMP4, and the rules that it has to break: errors, each once, with the file that they are about.
struct FragmentMutation: CustomTestStringConvertible, Sendable {
    let name: String
    let findings: Set<String>
    let change: @Sendable (Title) throws -> Void

    var testDescription: String { name }

    /// - Parameters:
    ///   - name: what is changed.
    ///   - findings: `RULE FILE`, or `RULE` where no file is named.
    ///   - change: changes it.
    init(_ name: String, _ findings: [String], change: @escaping @Sendable (Title) throws -> Void) {
        self.name = name
        self.findings = Set(findings)
        self.change = change
    }

    /// Applies the change to a title that holds, and looks at what is found.
    func check(_ title: Title) throws {
        try #require(try title.verify().findings.filter(\.isError).map(\.text) == [])
        try change(title)
        let report = try title.verify()
        let errors = report.findings.filter(\.isError)
        let found = Set(errors.map { [$0.rule.rawValue, $0.file].compactMap(\.self).joined(separator: " ") })
        #expect(found == findings, "\(report.findings.map(\.text))")
        #expect(!report.holds)
    }
}
