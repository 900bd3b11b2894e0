import Presentations

extension URIResolution.Failure {
    /// The reason why the URI names no file of the tree, as a clause for messages.
    var reason: String {
        switch self {
        case .remote(let scheme): "it is elsewhere (\(scheme))"
        case .absolutePath: "it is relative to a server's root"
        case .leavesTree: "it leaves the root of the tree"
        case .variable(let name):
            "its variable '\(name)' has no value; for the given playlist, --query \(name)=VALUE gives it"
        case .malformed(let what): what
        }
    }
}
