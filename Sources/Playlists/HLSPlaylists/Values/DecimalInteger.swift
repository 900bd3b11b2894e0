/// The parsing of decimal integers from 0 to 2^64 - 1 (RFC 8216bis 4.2).
package enum DecimalInteger {
    static let grammar = "a decimal integer of at most 2^64 - 1"

    /// Parses a number; nil for anything but digits, and for numbers above 2^64 - 1.
    package static func parse(_ text: ArraySlice<UInt8>) -> UInt64? {
        guard !text.isEmpty else { return nil }
        var number: UInt64 = 0
        for byte in text {
            guard let digit = ASCII.digit(byte) else { return nil }
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isOver) = product.addingReportingOverflow(digit)
            guard !isTooLarge, !isOver else { return nil }
            number = sum
        }
        return number
    }
}
