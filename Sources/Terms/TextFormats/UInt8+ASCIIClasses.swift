/// ASCII character classes, for grammars that know no others.
extension UInt8 {
    /// Indicates whether the byte is `0` to `9`.
    @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }

    /// Indicates whether the byte is `A` to `Z`.
    @inlinable package var isASCIIUppercase: Bool { self &- 0x41 < 26 }

    /// Indicates whether the byte is `a` to `z`.
    @inlinable package var isASCIILowercase: Bool { self &- 0x61 < 26 }

    /// Indicates whether the byte is `A` to `Z` or `a` to `z`.
    @inlinable package var isASCIILetter: Bool { (self | 0x20).isASCIILowercase }

    /// Indicates whether the byte is a letter or a digit.
    @inlinable package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

    /// The byte, with an upper-case letter converted to lower case.
    @inlinable package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }

    /// The value of a hexadecimal digit of either case, or nil for other characters.
    @inlinable package var hexDigitValue: UInt8? {
        if isASCIIDigit { return self &- 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }
}
