package import KeyURITemplates
import Presentations
package import ProviderTemplates
import TextFormats

/// What `templates check` found.
package struct TemplateCheckReport: Encodable {
    struct Finding: Encodable {
        let rule: String
        let severity: String
        let line: Int?
        let column: Int?
        let message: String

        init(_ finding: TemplateFinding) {
            rule = finding.rule
            severity = finding.severity.rawValue
            line = finding.place?.line
            column = finding.place?.column
            message = finding.message.cutToMessage
        }
    }

    let template: String
    package let holds: Bool
    /// How many keys of invented titles were tried.
    let keys: Int
    /// How many asset ids found their key.
    let assetIDs: Int
    /// How many licenses came with key and IV, and keys by their URL.
    let licenses: Int
    let findings: [Finding]

    enum CodingKeys: String, CodingKey {
        case template, holds, keys
        case assetIDs = "asset_ids"
        case licenses, findings
    }

    /// A template that was tried.
    package init(
        _ template: String,
        _ findings: [TemplateFinding],
        keys: Int = 0,
        assetIDs: Int = 0,
        licenses: Int = 0
    ) {
        self.template = template
        self.keys = keys
        self.assetIDs = assetIDs
        self.licenses = licenses
        self.findings = findings.map(Finding.init)
        holds = !findings.contains { $0.severity == .error }
    }

    /// A file that is no template; the place may be in one that it extends.
    package init(_ template: String, _ error: OnboardingTemplateError) {
        let isHere = error.place.source == template
        let finding = TemplateFinding(
            rule: "unreadable",
            severity: .error,
            at: isHere ? error.place : nil,
            message: isHere ? "\(error.problem)" : "\(error)"
        )
        self.init(template, [finding])
    }

    /// A template whose own values do not fit.
    package init(_ template: String, variable error: TemplateVariableError) {
        let finding = TemplateFinding(
            rule: "wrong-value",
            severity: .error,
            message: "\(error)"
        )
        self.init(template, [finding])
    }

    /// A line for each finding, and one that sums them up.
    package var text: String {
        let lines = findings.map { finding in
            let place = TextPlace(in: template, line: finding.line, column: finding.column)
            return "\(place): \(finding.severity): \(finding.message) [\(finding.rule)]\n"
        }
        let errors = findings.count { $0.severity == TemplateFinding.Severity.error.rawValue }
        let summary =
            holds
            ? "\(template): holds: \(keys) keys tried, \(assetIDs) asset ids found their key, "
                + "\(licenses) licenses and keys came (with a stand-in for Apple's D)\n"
            : "\(template): does not hold (\(errors) \(errors == 1 ? "error" : "errors"))\n"
        return lines.joined() + summary
    }
}
