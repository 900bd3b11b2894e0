import Presentations
import ProtectionTerms

extension URIResolution.Failure {
    /// The reason why the URI names no file of the tree, as a clause for messages.
    var reason: String {
        switch self {
        case .remote(let scheme): "it is elsewhere (\(scheme))"
        case .absolutePath: "it is relative to a server's root"
        case .leavesTree: "it leaves the root of the tree"
        case .variable(let name):
            "its variable '\(name)' has no value; define it in the playlist, or give \(CommandOption.query) \(name)=VALUE if it is a query parameter of the playlist on the command line"
        case .malformed(let what): what
        }
    }
}
