/// JSON strings in their written form (RFC 8259 section 7).
///
/// Only quotation marks, backslashes and control characters are escaped.
package enum JSONStringText {
    /// The escapes of control characters that have a short form, such as `\n`.
    package enum ControlEscapes {
        /// By number, like all other control characters (`\u000a`).
        case numbers
        /// By letter (`\n`).
        case letters
    }

    /// Returns the text as a JSON string with its quotation marks.
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

    /// Returns the escape of a UTF-8 byte in ASCII, or nil if the byte is not escaped.
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
