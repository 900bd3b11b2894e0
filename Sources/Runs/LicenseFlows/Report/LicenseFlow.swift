package import ProtectionTerms

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

    /// The steps of the way, in their order.
    package var steps: [FlowStep] {
        switch self {
        case .ksm, .hardCoded: FlowStep.allCases.filter { $0 != .entitlement && $0 != .token }
        case .token, .tokenURL: FlowStep.allCases.filter { $0 != .entitlement }
        case .entitlement: FlowStep.allCases
        case .nagraSSP, .nagraSSM: FlowStep.allCases.filter { $0 != .token }
        case .keyDelivery: [.keyLines, .assetID, .request, .lookup, .answer, .segments, .renewal]
        case .cenc: [.keyLines, .assetID, .lookup, .policy, .segments, .renewal]
        }
    }

    /// Whether an app finds the license by something that stands for one key, and sends an asset id of its own.
    var sendsOwnAssetID: Bool { self == .hardCoded || self == .tokenURL }

    /// The title of a step, for people.
    package func title(of step: FlowStep) -> String {
        switch (self, step) {
        case (_, .keyLines): "key lines"
        case (.keyDelivery, .assetID): "key URL"
        case (.cenc, .assetID): "key ids"
        case (_, .assetID): "asset id"
        case (.nagraSSP, .entitlement): "content token"
        case (.nagraSSM, .entitlement): "content token, session"
        case (_, .entitlement): "entitlement"
        case (.tokenURL, .token): "token URL"
        case (_, .token): "token"
        case (_, .certificate): "certificate"
        case (.keyDelivery, .request): "request"
        case (_, .request): "SPC posted"
        case (_, .opening): "SPC opened"
        case (_, .lookup): "key in the export"
        case (_, .policy): "policy"
        case (.keyDelivery, .answer): "answer"
        case (_, .answer): "CKC opened"
        case (_, .segments): "segments"
        case (_, .renewal): "rotation, renewal"
        }
    }
}
