extension UInt8 {
    /// `a` to `z`.
    var isLowerCaseLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }

    /// `0` to `9`.
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// The value of a hexadecimal digit, in either case; nil for another character.
    var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
