import HLSPlaylists

extension PlaylistLine {
    /// Indicates whether protection adds, changes or removes lines with this tag.
    ///
    /// These are key lines, session keys, and the version that they need.
    var isChangedByProtection: Bool {
        switch kind {
        case .tag(.key), .tag(.sessionKey), .tag(.version): true
        default: false
        }
    }
}
