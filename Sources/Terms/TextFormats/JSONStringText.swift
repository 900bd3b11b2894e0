/// Strings of JSON as they are written (RFC 8259 section 7): quotation mark, backslash and controls are escaped, all else is
/// itself.
package enum JSONStringText {
    /// How controls are escaped that have a short escape (`\n`).
    package enum ControlEscapes {
        /// As all others, by their number (`\u000a`).
        case numbers
        /// By their letter.
        case letters
    }

    /// The text as a string, with its quotation marks.
    package static func quoted(_ text: String, _ escapes: ControlEscapes = .numbers) -> String {
        var quoted: [UInt8] = [UInt8(ascii: "\"")]
        quoted.reserveCapacity(text.utf8.count + 2)
        for byte in text.utf8 {
            if let escape = escape(of: byte, escapes) {
                quoted += escape
            } else {
                quoted.append(byte)
            }
        }
        quoted.append(UInt8(ascii: "\""))
        return String(decoding: quoted, as: UTF8.self)
    }

    /// The ASCII characters that stand for a byte of UTF-8; nil for one that stands for itself.
    package static func escape(of byte: UInt8, _ escapes: ControlEscapes = .numbers) -> [UInt8]? {
        let backslash = UInt8(ascii: "\\")
        if byte == UInt8(ascii: "\"") || byte == backslash { return [backslash, byte] }
        guard byte < 0x20 else { return nil }
        if escapes == .letters, let letter = letter(of: byte) { return [backslash, letter] }
        let digits = Hexadecimal.digits(of: byte)
        return Array("\\u00".utf8) + [digits.high, digits.low]
    }

    private static func letter(of control: UInt8) -> UInt8? {
        switch control {
        case 0x08: UInt8(ascii: "b")
        case 0x09: UInt8(ascii: "t")
        case 0x0A: UInt8(ascii: "n")
        case 0x0C: UInt8(ascii: "f")
        case 0x0D: UInt8(ascii: "r")
        default: nil
        }
    }
}
