/// A station in the diagram of a flow, where one or more steps take place.
enum FlowStation: String {
    case app
    case customerServer = "your server"
    case keyServer = "license server"
    case export = "exported keys"
    case media
    /// Requests after the first segment.
    case later

    /// Creates the station of a step.
    ///
    /// - Parameters:
    ///   - step: the step.
    ///   - previous: the station of the preceding step, or nil for the first.
    init(of step: FlowStep, after previous: FlowStation?) {
        switch step {
        // In a captured request, the license server reads the asset id from the SPC that it decrypted.
        case .assetID where previous == .keyServer: self = .keyServer
        case .keyLines, .assetID, .certificate, .request, .answer: self = .app
        case .entitlement, .token: self = .customerServer
        case .opening: self = .keyServer
        case .lookup, .policy: self = .export
        case .segments: self = .media
        case .renewal: self = .later
        }
    }
}
