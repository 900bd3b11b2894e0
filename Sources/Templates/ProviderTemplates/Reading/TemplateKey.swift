/// The keys of mappings in a template file.
enum TemplateKey: String {
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
    case requestType = "request_type"
    case sessionManager = "session_manager"
    case heartbeat
    case record, exports
    case testOnly = "test_only"
    case source, unconfirmed
    case variables, example, expected
    case type, pattern
    case defaultValue = "default"
    case defaultFrom = "default_from"
    case secret

    /// The keys of the top-level mapping.
    static let ofFile: [TemplateKey] = [
        .name, .summary, .extends, .keyURI, .keyFormat, .keyFormatVersions, .keySystems, .methods, .method,
        .iv,
        .keyPer, .sessionKeys, .clearLead, .assetID, .flow, .flowParameters, .record, .exports, .testOnly,
        .source, .unconfirmed,
        .variables, .example, .expected,
    ]

    /// The keys of a variable's declaration.
    static let ofVariable: [TemplateKey] = [.summary, .type, .pattern, .defaultValue, .defaultFrom, .secret]

    /// The keys of `flow_parameters`.
    static let ofFlowParameters: [TemplateKey] = [.requestType, .sessionManager, .heartbeat]

    /// The keys of `expected`.
    static let ofExpected: [TemplateKey] = [.keyURI, .assetID]
}
