import HLSPlaylists

extension PlaylistLine {
    /// Returns the text of a tag line with another value.
    func replacingValue(with text: String) -> String {
        String(decoding: content[..<value.startIndex], as: UTF8.self) + text
    }
}
