/// The start of a playlist: an optional byte order mark, then the line `#EXTM3U` (RFC 8216bis 4.1 and
/// 4.4.1.1).
struct DocumentStart {
    /// The offset of the first line in bytes: after a byte order mark if there is one, otherwise 0.
    let contentStart: Int
    /// The number of the line `#EXTM3U`: 1, unless blank lines precede it.
    let headerLine: Int

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let header = Array("#EXTM3U".utf8)

    /// Finds `#EXTM3U`; tolerates blanks after it and blank lines before it.
    ///
    /// - Throws: `PlaylistError` for another line, UTF-16, and lines that end in CR alone.
    init(of bytes: [UInt8]) throws(PlaylistError) {
        contentStart = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        var line = bytes[contentStart...].prefix { $0 != ASCII.lineFeed }
        var number = 1
        while line.endIndex < bytes.endIndex, line.allSatisfy(Self.isBlank) {
            number += 1
            line = bytes[(line.endIndex + 1)...].prefix { $0 != ASCII.lineFeed }
        }
        headerLine = number
        try Self.check(line, line.isEmpty ? 1 : number, of: bytes)
    }

    /// Returns whether a byte may be part of a blank line.
    private static func isBlank(_ byte: UInt8) -> Bool {
        ASCII.isBlank(byte) || byte == ASCII.carriageReturn
    }

    private static func check(_ line: ArraySlice<UInt8>, _ number: Int, of bytes: [UInt8])
        throws(PlaylistError)
    {
        let rest = line.dropFirst(header.count)
        guard line.starts(with: header) else {
            let problem: DocumentProblem =
                isUTF16(bytes) ? .utf16 : .notAPlaylist(found: Excerpt(foreignLine: line))
            throw PlaylistError(line: number, .document(problem))
        }
        guard rest.allSatisfy(ASCII.isBlank) else {
            let problem: DocumentProblem =
                rest.first == ASCII.carriageReturn
                ? .loneCarriageReturns : .notAPlaylist(found: Excerpt(foreignLine: line))
            throw PlaylistError(line: number, .document(problem))
        }
    }

    /// Returns whether the bytes look like UTF-16 of either byte order: a byte order mark, or a NUL next to
    /// `#`.
    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFF, 0xFE), (0xFE, 0xFF), (ASCII.numberSign, 0), (0, ASCII.numberSign): true
        default: false
        }
    }
}
