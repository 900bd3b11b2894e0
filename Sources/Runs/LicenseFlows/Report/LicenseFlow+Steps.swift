import ProtectionTerms

extension LicenseFlow {
    /// The steps of the flow, in order.
    var steps: [FlowStep] {
        switch self {
        case .ksm, .hardCoded: FlowStep.allCases.filter { $0 != .entitlement && $0 != .token }
        case .token, .tokenURL: FlowStep.allCases.filter { $0 != .entitlement }
        case .entitlement: FlowStep.allCases
        case .nagraSSP, .nagraSSM: FlowStep.allCases.filter { $0 != .token }
        case .keyDelivery: [.keyLines, .assetID, .request, .lookup, .answer, .segments, .renewal]
        case .cenc: [.keyLines, .assetID, .lookup, .policy, .segments, .renewal]
        }
    }

    /// Indicates whether only the license server, which may be external, uses the exported file.
    var looksUpByAssetIDAlone: Bool { self == .ksm || self == .hardCoded }

    /// Indicates whether the license address already identifies the key, so that the app may send any asset
    /// id.
    var sendsOwnAssetID: Bool { self == .hardCoded || self == .tokenURL }

    /// Returns the title of a step for reports.
    func title(of step: FlowStep) -> String {
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
