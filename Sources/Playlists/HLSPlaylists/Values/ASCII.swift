/// The bytes with a meaning in the grammar of playlists.
package enum ASCII {
    package static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    package static let carriageReturn = UInt8(ascii: "\r")
    package static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let numberSign = UInt8(ascii: "#")
    package static let comma = UInt8(ascii: ",")
    package static let point = UInt8(ascii: ".")
    package static let colon = UInt8(ascii: ":")
    static let equals = UInt8(ascii: "=")
    static let delete: UInt8 = 0x7F

    /// Returns whether a byte is a printable ASCII character.
    @inline(__always)
    static func isPlain(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5F }

    /// Returns whether a byte is a space, a tab or a CR (a line that ends in CR CR LF has one).
    @inline(__always)
    package static func isBlank(_ byte: UInt8) -> Bool {
        byte == space || byte == tab || byte == carriageReturn
    }

    /// Returns the value of a decimal digit, or nil for other bytes.
    static func digit(_ byte: UInt8) -> UInt64? {
        let value = byte &- 0x30
        return value < 10 ? UInt64(value) : nil
    }

    /// Returns whether a byte may be in a name: a letter, digit, hyphen or underscore.
    @inline(__always)
    package static func isNameCharacter(_ byte: UInt8) -> Bool {
        // One bit for each code of a quarter of the byte values: names are most of what is read, and this has
        // one branch.
        let set: UInt64 =
            switch byte >> 6 {
            // 0 to 9 (0x30 to 0x39) and the hyphen (0x2D).
            case 0: 0x03FF_2000_0000_0000
            // A to Z (0x41 to 0x5A), a to z (0x61 to 0x7A) and the underscore (0x5F).
            case 1: 0x07FF_FFFE_87FF_FFFE
            default: 0
            }
        // The shift counts modulo 64, which is the position in the quarter.
        return set & (1 &<< UInt64(byte)) != 0
    }
}

extension ArraySlice<UInt8> {
    /// Returns the bytes without blanks at both ends, which RFC 8216bis forbids and many playlists have.
    package func trimmingBlanks() -> ArraySlice<UInt8> {
        let tail = drop(while: ASCII.isBlank)
        guard let last = tail.lastIndex(where: { !ASCII.isBlank($0) }) else { return tail }
        return tail[...last]
    }
}
