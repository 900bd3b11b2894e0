package import ProtectionTerms

extension LicenseFlow {
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

    /// Whether nobody but the key server, which may be one of others, looks at the exported file.
    var looksUpByAssetIDAlone: Bool { self == .ksm || self == .hardCoded }

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
