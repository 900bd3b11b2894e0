/// Formats decimal fractions from integers, without binary fractions in between.
enum DecimalText {
    /// Returns a number with decimals: 23976 with 3 decimals is `23.976`.
    ///
    /// - Parameters:
    ///   - number: the number, in units of the last decimal.
    ///   - decimals: the number of decimals, at least 1.
    /// - Returns: the text, with all decimals.
    static func of(_ number: Int64, decimals: Int) -> String {
        var digits = String(number.magnitude)
        if digits.count <= decimals {
            digits = String(repeating: "0", count: decimals + 1 - digits.count) + digits
        }
        return (number < 0 ? "-" : "") + digits.dropLast(decimals) + "." + digits.suffix(decimals)
    }
}
