/// Checks the bytes of a playlist and finds its lines, in one pass each (RFC 8216bis 4.1).
struct LineScanner {
    let bytes: [UInt8]

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let header = Array("#EXTM3U".utf8)

    /// Where the first line starts, after a byte order mark.
    var contentStart: Int { bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0 }

    /// Refuses bytes whose first line is not `#EXTM3U`; blanks after it are tolerated.
    func checkFirstLine() throws(PlaylistError) {
        let content = bytes[contentStart...]
        let line = content.prefix { $0 != ASCII.lineFeed }
        guard line.starts(with: Self.header), line.dropFirst(Self.header.count).allSatisfy(ASCII.isBlank)
        else {
            throw PlaylistError(line: 1, .document(.notAPlaylist(found: Excerpt(foreignLine: line))))
        }
    }

    /// Refuses bytes that are not UTF-8.
    func checkEncoding() throws(PlaylistError) {
        do throws(Unicode.UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw Self.error(.document(.invalidUTF8), at: error.byteOffsets.lowerBound, in: bytes)
        }
    }

    /// Where each line starts, then the number of bytes.
    func lineStarts() throws(PlaylistError) -> [UInt32] {
        let span = bytes.span
        var starts: [UInt32] = [0]
        for index in span.indices where !ASCII.isPlain(span[index]) {
            if span[index] == ASCII.lineFeed {
                starts.append(UInt32(index + 1))
            } else if let control = ControlCharacter(in: span, at: index) {
                throw Self.error(.document(.controlCharacter(control)), at: index, in: bytes)
            }
        }
        if starts[starts.count - 1] < bytes.count {
            starts.append(UInt32(bytes.count))
        }
        return starts
    }

    /// An error with the line and column of a byte.
    private static func error(
        _ problem: PlaylistError.Problem,
        at offset: Int,
        in bytes: [UInt8]
    ) -> PlaylistError {
        let before = bytes[..<offset]
        let lineStart = before.lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
        let line = before.count { $0 == ASCII.lineFeed } + 1
        return PlaylistError(line: line, column: offset - lineStart + 1, problem)
    }
}
