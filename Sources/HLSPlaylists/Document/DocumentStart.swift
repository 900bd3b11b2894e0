/// The first bytes of a playlist: a byte order mark perhaps, then the line `#EXTM3U` (RFC 8216bis 4.1 and 4.4.1.1).
enum DocumentStart {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let header = Array("#EXTM3U".utf8)

    /// Checks that the first line is `#EXTM3U`; blanks after it are tolerated.
    ///
    /// - Returns: where the first line starts, after a byte order mark.
    /// - Throws: `PlaylistError` for another line, UTF-16, and lines that end in CR alone.
    static func check(_ bytes: [UInt8]) throws(PlaylistError) -> Int {
        let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        let line = bytes[start...].prefix { $0 != ASCII.lineFeed }
        let rest = line.dropFirst(header.count)
        guard line.starts(with: header) else {
            let problem: DocumentProblem =
                isUTF16(bytes) ? .utf16 : .notAPlaylist(found: Excerpt(foreignLine: line))
            throw PlaylistError(line: 1, .document(problem))
        }
        guard rest.allSatisfy(ASCII.isBlank) else {
            let problem: DocumentProblem =
                rest.first == ASCII.carriageReturn
                ? .loneCarriageReturns : .notAPlaylist(found: Excerpt(foreignLine: line))
            throw PlaylistError(line: 1, .document(problem))
        }
        return start
    }

    /// Whether bytes look like UTF-16 of either byte order: its mark, or a NUL beside the number sign.
    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFF, 0xFE), (0xFE, 0xFF), (ASCII.numberSign, 0), (0, ASCII.numberSign): true
        default: false
        }
    }
}
