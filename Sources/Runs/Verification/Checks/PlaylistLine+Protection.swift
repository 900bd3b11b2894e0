import HLSPlaylists

extension PlaylistLine {
    /// Whether protection adds, changes or removes such lines as a whole: keys, and the version that they need.
    var isOfProtection: Bool {
        switch kind {
        case .tag(.key), .tag(.sessionKey), .tag(.version): true
        default: false
        }
    }
}
