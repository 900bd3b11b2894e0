/// A place on the way from a key line to a picture, where one or more steps are walked.
enum FlowStation: String {
    case app
    case customerServer = "your server"
    case keyServer = "key server"
    case export = "exported keys"
    case media
    /// Requests after the first segment.
    case later

    /// The place where a step is walked.
    ///
    /// - Parameters:
    ///   - step: the step.
    ///   - previous: the place of the step before it; nil for the first.
    init(of step: FlowStep, after previous: FlowStation?) {
        switch step {
        // The key server reads the asset id out of a captured request, when it opened it.
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
