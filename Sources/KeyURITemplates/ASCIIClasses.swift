extension UInt8 {
    /// `a` to `z`.
    var isLowerCaseLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }

    /// `0` to `9`.
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
