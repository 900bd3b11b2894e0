import HLSPlaylists

extension PlaylistLine {
    /// The text of a tag line with another value.
    func text(withValue text: String) -> String {
        String(decoding: content[..<value.startIndex], as: UTF8.self) + text
    }
}
