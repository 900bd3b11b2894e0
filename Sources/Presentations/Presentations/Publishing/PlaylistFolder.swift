/// A directory that holds playlists only, as `rewrite` publishes it; `rewrite` replaces no other.
///
/// Media beside playlists may be the only copy, and a result of `rewrite` has no media to replace them with.
struct PlaylistFolder {
    let path: String

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let firstTag = Array("#EXTM3U".utf8)

    /// Returns the first file, in the order of names, that is no playlist, or nil if there is none.
    func firstOtherFile() throws(SystemCallError) -> String? {
        try firstOtherFile(below: "")
    }

    private func firstOtherFile(below prefix: String) throws(SystemCallError) -> String? {
        for name in try Directory.names(in: path + "/" + prefix).sorted() {
            let file = path + "/" + prefix + name
            let status = Directory.linkStatus(of: file)
            if status?.isDirectory == true {
                if let otherFile = try firstOtherFile(below: prefix + name + "/") { return otherFile }
            } else {
                guard status?.isRegularFile == true, try Self.isPlaylist(file) else { return prefix + name }
            }
        }
        return nil
    }

    private static let sniffLength = 1024

    /// Indicates whether a file begins with `#EXTM3U` (RFC 8216bis 4.4.1.1), after optional white space.
    private static func isPlaylist(_ file: String) throws(SystemCallError) -> Bool {
        var start = [UInt8](repeating: 0, count: sniffLength)
        let count = try InputFile(path: file).read(into: &start, count: start.count, at: 0)
        let readBytes = start[..<count]
        let textBytes =
            readBytes.starts(with: byteOrderMark) ? readBytes.dropFirst(byteOrderMark.count) : readBytes
        return textBytes.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }.starts(with: firstTag)
    }
}
