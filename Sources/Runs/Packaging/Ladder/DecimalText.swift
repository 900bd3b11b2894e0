/// Numbers with decimals, written from whole ones: no binary fraction comes in between.
enum DecimalText {
    /// A number with decimals: 23976 of 3 is `23.976`.
    ///
    /// - Parameters:
    ///   - number: in units of the last decimal.
    ///   - decimals: how many, at least 1.
    /// - Returns: the text, with all decimals.
    static func of(_ number: Int64, decimals: Int) -> String {
        var digits = String(number.magnitude)
        if digits.count <= decimals {
            digits = String(repeating: "0", count: decimals + 1 - digits.count) + digits
        }
        return (number < 0 ? "-" : "") + digits.dropLast(decimals) + "." + digits.suffix(decimals)
    }
}
