extension FixedWidthInteger where Self: UnsignedInteger {
    /// The value for messages: `0x` and all hexadecimal digits of the type's width, in upper case ("0x0047").
    package var hexadecimalText: String {
        let digits = String(self, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}
