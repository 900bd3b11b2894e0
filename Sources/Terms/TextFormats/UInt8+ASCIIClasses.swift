/// Classes of ASCII characters, for grammars that know no others.
extension UInt8 {
    /// Whether the byte is `0` to `9`.
    @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }

    /// Whether the byte is `A` to `Z`.
    @inlinable package var isASCIIUppercase: Bool { self &- 0x41 < 26 }

    /// Whether the byte is `a` to `z`.
    @inlinable package var isASCIILowercase: Bool { self &- 0x61 < 26 }

    /// Whether the byte is `A` to `Z` or `a` to `z`.
    @inlinable package var isASCIILetter: Bool { (self | 0x20).isASCIILowercase }

    /// Whether the byte is a letter or a digit.
    @inlinable package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

    /// The byte, an upper-case letter as the lower-case one.
    @inlinable package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }

    /// The value of a hexadecimal digit of either case; nil for another character.
    @inlinable package var hexDigitValue: UInt8? {
        if isASCIIDigit { return self &- 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }
}
