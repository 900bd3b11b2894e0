/// A way in which a client gets from a key line to the key; the raw values are those of `--flow`.
package enum LicenseFlow: String, CaseIterable, Codable, Sendable {
    /// FairPlay: the app knows the address of its license server and takes the asset id from the key URI.
    case ksm
    /// FairPlay: the app has a fixed license URL that serves a single key, and ignores the key URI.
    case hardCoded = "hard-coded"
    /// FairPlay: the app's server gets a token for the title, and the license is at the URL of the token.
    case token
    /// FairPlay: the key URI is the address of an entitlement server, which returns a token URL.
    case entitlement
    /// FairPlay: the key URI is the token URL, with another scheme.
    case tokenURL = "token-url"
    /// FairPlay: NAGRA's license server, which takes a content token (SSP).
    case nagraSSP = "nagra-ssp"
    /// FairPlay: NAGRA's license server with a session manager (SSM).
    case nagraSSM = "nagra-ssm"
    /// Identity: an https server delivers the bytes of the key.
    case keyDelivery = "key-delivery"
    /// Widevine and PlayReady: the license server finds the key by its id.
    case cenc

    /// The key systems of clients that use this flow.
    package var systems: Set<KeySystem> {
        switch self {
        case .ksm, .hardCoded, .token, .entitlement, .tokenURL, .nagraSSP, .nagraSSM: [.fairPlay]
        case .keyDelivery: [.identity]
        case .cenc: Set(KeySystem.namedSystems.filter(\.hasDocument))
        }
    }

    /// Indicates whether the flow is one of FairPlay.
    package var isOfFairPlay: Bool { systems == [.fairPlay] }

    /// Indicates whether licenses are at token URLs.
    package var isOfTokens: Bool { self == .token || self == .entitlement || self == .tokenURL }

    /// Indicates whether the flow is one of NAGRA.
    package var isOfNAGRA: Bool { self == .nagraSSP || self == .nagraSSM }
}
