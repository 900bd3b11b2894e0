import HLSPlaylists

extension PlaylistLine {
    /// The text of the line with another attribute list.
    func text(with list: AttributeList) -> String {
        String(decoding: content[..<value.startIndex], as: UTF8.self) + list.text
    }
}

/// Does calls on a playlist of the tree.
func playlistCalls<Result>(
    _ path: TreePath,
    _ body: () throws(PlaylistError) -> Result
) throws(PackagingError) -> Result {
    do {
        return try body()
    } catch {
        throw .playlist(path, error)
    }
}

extension PlaylistLine {
    /// The text of a tag line with another value.
    func text(withValue text: String) -> String {
        String(decoding: content[..<value.startIndex], as: UTF8.self) + text
    }
}

extension String {
    /// Without the spaces, tabs and carriage returns at both ends.
    func trimmingBlanks() -> String {
        let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        let tail = unicodeScalars.drop(while: isBlank)
        guard let last = tail.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(tail[...last])
    }
}
