import ProtectionTerms

/// The way to complete a run that failed midway.
enum RewriteCompletion: Hashable, Sendable {
    /// Repeat the same command.
    case sameCommand
    /// Run once for each remaining playlist; without key records, the old and new URIs of a tree count as
    /// two keys.
    case perPlaylist(root: String)

    /// Advice in complete sentences.
    var advice: String {
        switch self {
        case .sameCommand: "Run the same command again to replace the others."
        case .perPlaylist(let root):
            "Rewrite the remaining media playlists one by one, with the same options and \(CommandOption.root) \(root); then the "
                + "multivariant playlist, with \(CommandOption.sessionKeys) all instead of the key URI."
        }
    }
}
