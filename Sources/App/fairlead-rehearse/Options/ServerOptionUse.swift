import ProtectionTerms

/// The flows that the options of servers are for: one that no flow of a run uses would be ignored, and what it names not be asked.
enum ServerOptionUse {
    /// The flows of an option; nil for an option of all.
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

    /// Looks for an option that no flow uses.
    ///
    /// - Parameters:
    ///   - options: the options, and whether they were given.
    ///   - walked: the flows that are walked, or may be where the presentation says it.
    /// - Returns: what is wrong, and what to do; nil where all are used.
    static func fault(of options: [(option: String, isGiven: Bool)], in walked: [LicenseFlow]) -> String? {
        for (option, isGiven) in options where isGiven {
            guard let wanted = flows[option], !wanted.contains(where: walked.contains) else { continue }
            return
                "\(option) is for --flow \(words(wanted, "or")), and nothing of it is asked in \(words(walked, "and")). Name its flow, or "
                + "leave it out"
        }
        return nil
    }

    private static func words(_ flows: [LicenseFlow], _ joint: String) -> String {
        let names = flows.map(\.rawValue)
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " \(joint) \(last)"
    }
}
