/// The checks for bytes that must not be in a playlist (RFC 8216bis 4.1), which locate the first of them.
enum TextCheck {
    /// Throws if the bytes are not UTF-8.
    static func checkEncoding(_ bytes: Span<UInt8>) throws(PlaylistError) {
        do throws(Unicode.UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes)
        } catch {
            throw Self.error(.document(.invalidUTF8), at: error.byteOffsets.lowerBound, in: bytes)
        }
    }

    /// Throws if there is a control character other than tab, CR and LF.
    static func checkControls(_ bytes: Span<UInt8>) throws(PlaylistError) {
        var offset = 0
        while offset < bytes.count {
            let length = min(ByteWord.size, bytes.count - offset)
            if length < ByteWord.size || !Self.isPlain(bytes.word(at: offset)) {
                for index in offset..<(offset + length) {
                    guard let control = ControlCharacter(in: bytes, at: index) else { continue }
                    throw Self.error(.document(.controlCharacter(control)), at: index, in: bytes)
                }
            }
            offset += length
        }
    }

    /// Returns whether a word is printable ASCII.
    private static func isPlain(_ word: ByteWord) -> Bool {
        (word.controlMarks | word.bits) & ByteWord.marks == 0
    }

    /// Returns an error with the line and column of a byte.
    private static func error(
        _ problem: PlaylistError.Problem,
        at offset: Int,
        in bytes: Span<UInt8>
    ) -> PlaylistError {
        var line = 1
        var lineStart = 0
        while let end = bytes.firstIndex(of: ASCII.lineFeed, in: lineStart..<offset) {
            line += 1
            lineStart = end + 1
        }
        return PlaylistError(line: line, column: offset - lineStart + 1, problem)
    }
}
