import KeyURITemplates
import ProtectionTerms
package import ProviderTemplates

/// A template as parsed, merged with the templates that it extends; the JSON keys are those of a template
/// file.
package struct TemplateReport: Encodable {
    struct Variable: Encodable {
        let name: String
        let summary: String
        let type: String
        let pattern: String?
        let defaultValue: String?
        let defaultFrom: String?
        let isSecret: Bool
        let isRequired: Bool

        enum CodingKeys: String, CodingKey {
            case name, summary, type, pattern
            case defaultValue = "default"
            case defaultFrom = "default_from"
            case isSecret = "secret"
            case isRequired = "required"
        }

        init(_ variable: OnboardingTemplate.Variable) {
            name = variable.name
            summary = variable.summary
            type = variable.rule.type.rawValue
            pattern = variable.rule.pattern?.text
            defaultValue = variable.defaultValue?.text
            defaultFrom = variable.defaultFrom?.rawValue
            isSecret = variable.rule.isSecret
            isRequired = variable.isRequired
        }
    }

    struct Expected: Encodable {
        let keyURI: String?
        let assetID: String?

        enum CodingKeys: String, CodingKey {
            case keyURI = "key_uri"
            case assetID = "asset_id"
        }
    }

    let name: String
    let summary: String
    let extends: [String]
    let keyURI: String
    let keyFormat: String?
    let keyFormatVersions: String?
    let keySystems: [String]?
    let methods: [String]
    let method: String?
    let iv: String?
    let keyPer: String
    let sessionKeys: String?
    let clearLead: String
    let assetID: [String]
    let flow: String?
    let flowParameters: [String: String]?
    let record: [String: [String: TermValue]]
    let exports: [String]
    let isTestOnly: Bool
    let sources: [String]
    let unconfirmed: [String]
    let variables: [Variable]
    let example: [String: String]
    let expected: Expected?

    enum CodingKeys: String, CodingKey {
        case name, summary, extends
        case keyURI = "key_uri"
        case keyFormat = "key_format"
        case keyFormatVersions = "key_format_versions"
        case keySystems = "key_systems"
        case methods, method, iv
        case keyPer = "key_per"
        case sessionKeys = "session_keys"
        case clearLead = "clear_lead"
        case assetID = "asset_id"
        case flow
        case flowParameters = "flow_parameters"
        case record, exports
        case isTestOnly = "test_only"
        case sources = "source"
        case unconfirmed, variables, example, expected
    }

    package init(_ template: OnboardingTemplate) {
        name = template.name
        summary = template.summary
        extends = template.ancestors
        keyURI = template.keyURI.text
        keyFormat = template.keyFormat?.keyFormat
        keyFormatVersions = template.keyFormatVersions
        keySystems = template.keySystems?.map(\.name)
        methods = template.methods.map(\.rawValue)
        method = template.method?.rawValue
        iv = template.ivSource?.rawValue
        keyPer = template.keyGranularity.rawValue
        sessionKeys = template.sessionKeys?.rawValue
        clearLead = template.clearLead.rawValue
        assetID = template.assetIDRules.map { $0.isEmpty ? ["none"] : $0.map(\.name) } ?? []
        flow = template.flow?.rawValue
        flowParameters = template.flowParameters.texts
        record = Self.terms(template.recordPolicy)
        exports = template.exportFormats
        isTestOnly = template.isTestOnly
        sources = template.sources
        unconfirmed = template.unconfirmedStatements
        variables = template.variables.map(Variable.init)
        let example = template.example
        self.example = Dictionary(
            uniqueKeysWithValues: example.names.map { ($0, example[$0]?.description ?? "") }
        )
        let expected = template.expected
        self.expected =
            expected.keyURI == nil && expected.assetID == nil
            ? nil : Expected(keyURI: expected.keyURI, assetID: expected.assetID)
    }
}

extension TemplateReport {
    /// The value of a policy term: a word, or seconds.
    enum TermValue: Encodable, CustomStringConvertible {
        case text(String)
        case seconds(Int)

        var description: String {
            switch self {
            case .text(let text): text
            case .seconds(let seconds): "\(seconds) s"
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .seconds(let seconds): try container.encode(seconds)
            }
        }
    }

    /// Returns the terms by class; the terms of all keys have the class `all`.
    static func terms(_ policy: RecordPolicy) -> [String: [String: TermValue]] {
        var terms = ["all": values(policy.common)]
        for (trackClass, classTerms) in policy.classes { terms[trackClass.rawValue] = values(classTerms) }
        return terms.filter { !$0.value.isEmpty }
    }

    private static func values(_ terms: KeyPolicyTerms) -> [String: TermValue] {
        let values: [(KeyPolicyTerm, TermValue?)] = [
            (.hdcp, terms.hdcp.map(TermValue.text)),
            (.securityLevel, terms.securityLevel.map(TermValue.text)),
            (.contentType, terms.contentType.map(TermValue.text)),
            (.lease, terms.leaseSeconds.map(TermValue.seconds)),
            (.rental, terms.rentalSeconds.map(TermValue.seconds)),
            (.playback, terms.playbackSeconds.map(TermValue.seconds)),
            (.offlineStreamID, terms.offlineStreamID.map(TermValue.text)),
            (.offlineTitleID, terms.offlineTitleID.map(TermValue.text)),
        ]
        return Dictionary(
            uniqueKeysWithValues: values.compactMap { term, value in value.map { (term.templateKey, $0) } }
        )
    }
}

extension FlowParameters {
    /// The parameters by the keys of a template file, or nil if there are none.
    fileprivate var texts: [String: String]? {
        var texts: [String: String] = [:]
        texts["request_type"] = requestType
        texts["session_manager"] = sessionManager.map { "\($0)" }
        texts["heartbeat"] = heartbeatSeconds.map { "\($0)s" }
        return texts.isEmpty ? nil : texts
    }
}
