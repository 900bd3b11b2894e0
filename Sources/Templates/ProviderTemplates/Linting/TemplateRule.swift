/// A rule for templates: one file each, in `Rules/`, and a line in `all`.
struct TemplateRule: Sendable {
    /// What a rule found.
    struct Hit {
        let message: String
        /// How bad it is; nil for the severity of the rule.
        var severity: TemplateFinding.Severity?

        init(_ message: String, _ severity: TemplateFinding.Severity? = nil) {
            self.message = message
            self.severity = severity
        }
    }

    /// What findings are called.
    let id: String
    /// How bad findings are as a rule.
    let severity: TemplateFinding.Severity
    /// What it looks for, in one line.
    let summary: String
    /// The key of the file that is to be changed; nil for one that is not there.
    let key: TemplateKey?
    /// Looks.
    let check: @Sendable (TemplateSubject) -> [Hit]

    /// Every rule, errors first.
    static let all: [TemplateRule] = [
        .missingValue, .illegalCharacter, .rendering, .nothingCutOut, .sharedByKeys, .keyInURI, .tokenInURI,
        .secretInAssetID,
        .assetIDLength, .uriLength, .nonASCIIHost, .port, .slashes, .nestedScheme, .upperCase,
        .sharedByTitles,
        .severalURIs, .noExample, .noExpected, .noSource,
    ]
}
