import TextFormats

/// What a program says of itself, without anything that might be key bytes.
enum RedactedText {
    /// From so many hexadecimal digits on they might be of a key.
    private static let longestRun = 7
    /// The most that is shown, in bytes.
    private static let limit = 500

    /// One line of at most 500 bytes of UTF-8: runs of 8 hexadecimal digits and more are `…`, so are controls and line ends a blank.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - isCut: whether it may end in the middle of a run.
    /// - Returns: the line, without blanks around it.
    static func text(of bytes: ArraySlice<UInt8>, isCut: Bool) -> String {
        var text: [UInt8] = []
        var run: [UInt8] = []
        func end(isRunCut: Bool = false) {
            text += run.count > longestRun || isRunCut && !run.isEmpty ? Array("…".utf8) : run
            run = []
        }
        for byte in bytes {
            if byte.hexDigitValue != nil {
                run.append(byte)
                continue
            }
            end()
            text.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte)
        }
        end(isRunCut: isCut)
        return cut(String(decoding: text, as: UTF8.self).split(separator: " ").joined(separator: " "))
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > limit else { return text }
        var kept = ""
        for character in text {
            guard kept.utf8.count + character.utf8.count + "…".utf8.count <= limit else { break }
            kept.append(character)
        }
        return kept + "…"
    }
}
