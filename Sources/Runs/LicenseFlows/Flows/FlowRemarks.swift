import ProtectionTerms

/// Sentences about server behavior that is not public and therefore assumed here.
enum FlowRemarks {
    /// A remark for flows with licenses at a token URL.
    private static let formOfLicenses =
        "The form of SPC and CKC at a token URL is not public; all forms of \(CommandOption.post) are accepted."

    /// Returns the remarks for a flow.
    static func remarks(of flow: LicenseFlow, _ request: LicenseFlowRequest) -> [String] {
        switch flow {
        case .token:
            [
                "How an app requests a token from its own server is up to that server; the rehearsal sends the request to the token service instead.",
                formOfLicenses,
            ]
        case .entitlement, .tokenURL: [formOfLicenses]
        case .nagraSSP, .nagraSSM:
            [
                "Error numbers of NAGRA's license server are those of its other key systems: FairPlay's are not public."
            ]
                + (flow == .nagraSSM && request.sessionVersion == 2
                    ? [
                        "Sessions of SSM version 2 are an assumption: its paths and bodies are not public, and none are invented."
                    ] : [])
        case .ksm, .hardCoded, .keyDelivery, .cenc: []
        }
    }
}
