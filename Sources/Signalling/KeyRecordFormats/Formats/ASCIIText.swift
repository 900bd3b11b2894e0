/// Functions for bytes of ASCII text.
enum ASCIIText {
    /// Returns the range without white space at its ends.
    static func trimmed(_ bytes: Span<UInt8>) -> Range<Int> {
        var range = 0..<bytes.count
        while let first = range.first, isBlank(bytes[first]) { range = first + 1..<range.upperBound }
        while let last = range.last, isBlank(bytes[last]) { range = range.lowerBound..<last }
        return range
    }

    /// Indicates whether a byte is a tab, line feed, carriage return or space.
    static func isBlank(_ byte: UInt8) -> Bool {
        [0x09, 0x0A, 0x0D, 0x20].contains(byte)
    }
}
