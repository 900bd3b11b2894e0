import ProtectionTerms

/// The parameters of the servers in a license flow, nil for each that is left to the command line.
package struct FlowParameters: Hashable, Sendable {
    /// The type of entitlement requests, one of `requestTypes`.
    package var requestType: String?
    /// The version of NAGRA's session manager, 1 or 2.
    package var sessionManager: Int?
    /// The interval between heartbeats, in seconds.
    package var heartbeatSeconds: Int?

    /// The types of entitlement requests.
    static let requestTypes = ["time", "device-registration", "device-bound"]

    /// Creates parameters of which none is set.
    init() {}

    /// Reads the mapping of `flow_parameters`.
    init(_ node: TemplateNode) throws(OnboardingTemplateError) {
        let mapping = try TemplateMapping(node, key: TemplateKey.flowParameters.rawValue)
        try mapping.allowOnly(TemplateKey.ofFlowParameters.map(\.rawValue))
        requestType = try mapping.optional(.requestType) { value throws(OnboardingTemplateError) in
            try value.word(key: TemplateKey.requestType.rawValue, of: Self.requestTypes)
        }
        sessionManager =
            try mapping.optional(.sessionManager) { value throws(OnboardingTemplateError) in
                Int(try value.word(key: TemplateKey.sessionManager.rawValue, of: ["1", "2"]))
            } ?? nil
        heartbeatSeconds = try mapping.optional(.heartbeat) { value throws(OnboardingTemplateError) in
            try Self.heartbeat(value)
        }
    }

    private static func heartbeat(_ node: TemplateNode) throws(OnboardingTemplateError) -> Int {
        let key = TemplateKey.heartbeat.rawValue
        let components = DurationText.duration(of: try node.text(key: key))?.components
        guard let components, components.attoseconds == 0, (1...86_400).contains(components.seconds) else {
            throw node.error(.invalidValue(key: key, expected: "whole seconds, 1 to 86400, as in 60s or 1m"))
        }
        return Int(components.seconds)
    }
}
