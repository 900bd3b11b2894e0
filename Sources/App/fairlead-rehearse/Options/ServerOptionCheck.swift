import ProtectionTerms

/// A check that each given server option is used by a license flow of the run, since it would be ignored
/// otherwise.
enum ServerOptionCheck {
    /// The license flows that use an option, by option; options that all flows use are not listed.
    private static let flows: [String: [LicenseFlow]] = [
        "--license-url": [.ksm, .hardCoded, .tokenURL, .nagraSSP, .nagraSSM],
        "--post": [.ksm, .hardCoded, .token, .entitlement, .tokenURL, .nagraSSP, .nagraSSM],
        "--entitlement-url": [.entitlement],
        "--token-url": [.token, .entitlement],
        "--ssm-url": [.nagraSSM],
        "--send-keys-to": [.token, .entitlement],
        "--authenticator-file": [.token, .entitlement],
        "--authorization-file": [.entitlement],
        "--content-token-file": [.nagraSSP, .nagraSSM],
        "--request-type": [.entitlement],
        "--ssm": [.nagraSSM],
        "--heartbeat": [.nagraSSM],
    ]

    /// Finds an option that no flow uses.
    ///
    /// - Parameters:
    ///   - options: the options, with whether they are given.
    ///   - runFlows: the flows of the run, or those that the presentation may choose.
    /// - Returns: the problem and the remedy, or nil if all options are used.
    static func problem(of options: [(option: String, isGiven: Bool)], in runFlows: [LicenseFlow]) -> String?
    {
        for (option, isGiven) in options where isGiven {
            guard let usingFlows = flows[option], !usingFlows.contains(where: runFlows.contains) else {
                continue
            }
            return
                "\(option) is for --flow \(list(usingFlows, "or")), and has no effect in \(list(runFlows, "and")). Name its flow, or "
                + "leave it out"
        }
        return nil
    }

    private static func list(_ flows: [LicenseFlow], _ joint: String) -> String {
        let names = flows.map(\.rawValue)
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " \(joint) \(last)"
    }
}
