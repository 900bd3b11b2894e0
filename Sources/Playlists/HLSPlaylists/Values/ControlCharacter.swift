/// A control character (U+0000 to U+001F, U+007F to U+009F), which RFC 8216bis 4.1 forbids in playlists.
package struct ControlCharacter: Hashable, Sendable {
    /// The code point.
    let codePoint: UInt8

    /// Finds the control character that starts at an index of UTF-8 bytes; tab, CR and LF do not count.
    init?(in bytes: Span<UInt8>, at index: Int) {
        self.init(inLine: bytes, at: index)
        if codePoint == ASCII.carriageReturn || codePoint == ASCII.lineFeed { return nil }
    }

    /// Finds the first control character in the text of one line; tab does not count.
    init?(firstInLine text: String) {
        let bytes = text.utf8.span
        for index in bytes.indices where !ASCII.isPlain(bytes[index]) {
            guard let control = ControlCharacter(inLine: bytes, at: index) else { continue }
            self = control
            return
        }
        return nil
    }

    private init?(inLine bytes: Span<UInt8>, at index: Int) {
        switch bytes[index] {
        case ASCII.tab: return nil
        case 0..<0x20, 0x7F: codePoint = bytes[index]
        case 0xC2 where index + 1 < bytes.count && bytes[index + 1] < 0xA0: codePoint = bytes[index + 1]
        default: return nil
        }
    }
}

extension ControlCharacter: CustomStringConvertible {
    /// `U+00` and two hexadecimal digits.
    package var description: String {
        let digits = String(codePoint, radix: 16, uppercase: true)
        return "U+00" + (digits.count < 2 ? "0" : "") + digits
    }
}
