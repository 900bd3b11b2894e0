package import ProtectionTerms

extension LicenseFlow {
    /// The description of the flow for reports.
    package var reportDescription: String {
        switch self {
        case .ksm: "FairPlay, the asset id is extracted from the key URI"
        case .hardCoded: "FairPlay, the app has the address of its one license"
        case .token:
            "FairPlay, the app's server gets a token for the asset id, and the license is at the token's URL"
        case .entitlement:
            "FairPlay, the key URI is the address of an entitlement server, which gives a token URL"
        case .tokenURL: "FairPlay, the key URI is the token URL, with another scheme"
        case .nagraSSP: "FairPlay, NAGRA's license server opens a license for a content token"
        case .nagraSSM: "FairPlay, NAGRA's license server and session manager"
        case .keyDelivery: "Identity, the key comes from an https server as it is"
        case .cenc: "Widevine and PlayReady, the key is found by its id"
        }
    }
}
