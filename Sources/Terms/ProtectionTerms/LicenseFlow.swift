/// A way from a key line to a key; the raw values are those of `--flow`.
package enum LicenseFlow: String, CaseIterable, Codable, Sendable {
    /// FairPlay: the app knows the address of its key server, and cuts the asset id out of the key URI.
    case ksm
    /// FairPlay: the app has the address of the one license, and the key line may hold anything.
    case hardCoded = "hard-coded"
    /// FairPlay: the app asks its own server for a token of the title, whose URL is the address of the license.
    case token
    /// FairPlay: the key URI has the address of the entitlement server, which gives a token URL.
    case entitlement
    /// FairPlay: the key URI has the token URL itself.
    case tokenURL = "token-url"
    /// FairPlay: NAGRA's license server, which takes a content token (SSP).
    case nagraSSP = "nagra-ssp"
    /// FairPlay: the same with sessions (SSM).
    case nagraSSM = "nagra-ssm"
    /// Identity: the key comes from an https server as it is.
    case keyDelivery = "key-delivery"
    /// Widevine and PlayReady: the key is found by its id.
    case cenc

    /// The key systems of a client that goes this way.
    package var systems: Set<KeySystem> {
        switch self {
        case .ksm, .hardCoded, .token, .entitlement, .tokenURL, .nagraSSP, .nagraSSM: [.fairPlay]
        case .keyDelivery: [.identity]
        case .cenc: [.widevine, .playReady]
        }
    }

    /// Whether it is one of FairPlay's.
    package var isOfFairPlay: Bool { systems == [.fairPlay] }

    /// Whether licenses are at token URLs.
    package var isOfTokens: Bool { self == .token || self == .entitlement || self == .tokenURL }

    /// Whether it is one of NAGRA's.
    package var isOfNAGRA: Bool { self == .nagraSSP || self == .nagraSSM }
}
