/// A rule of the template linter.
///
/// Each rule has a file in `Rules/` and an entry in `all`.
struct TemplateRule: Sendable {
    /// A problem that a rule found.
    struct Hit {
        let message: String
        /// The severity, or nil for that of the rule.
        var severity: TemplateFinding.Severity?

        init(_ message: String, _ severity: TemplateFinding.Severity? = nil) {
            self.message = message
            self.severity = severity
        }
    }

    let id: String
    /// The default severity of findings.
    let severity: TemplateFinding.Severity
    let summary: String
    /// The key in the file whose value has to be changed, or nil if the key is missing.
    let key: TemplateKey?
    /// Returns the problems found in a template.
    let check: @Sendable (LintedTemplate) -> [Hit]

    /// All rules, errors first.
    static let all: [TemplateRule] = [
        .missingValue, .illegalCharacter, .rendering, .noAssetID, .sharedByKeys, .keyInURI, .tokenInURI,
        .secretInAssetID,
        .assetIDLength, .uriLength, .nonASCIIHost, .port, .slashes, .nestedScheme, .upperCase,
        .sharedByTitles,
        .severalURIs, .noExample, .noExpected, .noSource,
    ]
}
