/// Typed values (RFC 8216bis 4.2).
///
/// Each getter returns nil if the attribute is absent, and throws if its value is of another type.
extension AttributeList {
    /// Returns a quoted string as written, without the quotes.
    package func quotedString(_ name: String) throws(PlaylistError) -> String? {
        try quotedRange(name).map(string)
    }

    /// Returns a quoted string with its variable references replaced.
    package func quotedString(
        _ name: String,
        substituting variables: VariableScope
    ) throws(PlaylistError) -> String? {
        try quotedString(name, substituting: variables, likely: nil)
    }

    /// Returns a quoted string with its variable references replaced.
    ///
    /// - Parameters:
    ///   - name: the attribute name.
    ///   - variables: the variables that the value may refer to.
    ///   - likely: an expected value; if it matches, it is returned and no new string is created.
    /// - Returns: the string, or nil if the attribute is absent.
    /// - Throws: `PlaylistError` for a value without quotes, and for undefined variables.
    func quotedString(
        _ name: String,
        substituting variables: VariableScope,
        likely: String?
    ) throws(PlaylistError) -> String? {
        guard let range = try quotedRange(name) else { return nil }
        if let likely, isWritten(likely, at: range) { return likely }
        return try variables.substitute(in: bytes[range], line: line, column: column(of: range))
    }

    /// Returns an enumerated string, which has no quotes.
    package func enumeratedString(_ name: String) throws(PlaylistError) -> String? {
        guard let value = attribute(name)?.valueRange else { return nil }
        guard bytes[value.lowerBound] != ASCII.quote else {
            throw invalid(name, expected: "a value without quotes")
        }
        return string(value)
    }

    /// Returns the bytes of a hexadecimal sequence: `0x` and an even number of digits of either case.
    ///
    /// Variable references are replaced first.
    package func hexadecimalSequence(
        _ name: String,
        substituting variables: VariableScope
    ) throws(PlaylistError) -> [UInt8]? {
        let number = try hexadecimalNumber(name, substituting: variables)
        guard number?.hasOddDigits == true else { return number?.bytes }
        throw invalid(name, expected: Self.hexadecimalGrammar)
    }

    /// Returns the bytes of a hexadecimal number; if the number of digits is odd, the first is the lower half
    /// of a byte.
    func hexadecimalNumber(
        _ name: String,
        substituting variables: VariableScope
    ) throws(PlaylistError) -> (bytes: [UInt8], hasOddDigits: Bool)? {
        guard let value = attribute(name)?.valueRange else { return nil }
        var written = bytes[value]
        if VariableScope.hasBrace(written.span) {
            let text = try variables.substitute(in: written, line: line, column: column(of: value))
            written = ArraySlice(text.utf8)
        }
        guard let bytes = HexadecimalSequence.decodeNumber(written.span) else {
            throw invalid(name, expected: Self.hexadecimalGrammar)
        }
        return (bytes, !written.count.isMultiple(of: 2))
    }

    private static let hexadecimalGrammar = "0x and pairs of hexadecimal digits"

    /// Returns a decimal integer, at most 2^64 - 1.
    package func decimalInteger(_ name: String) throws(PlaylistError) -> UInt64? {
        guard let value = attribute(name)?.valueRange else { return nil }
        guard let number = DecimalInteger.parse(bytes[value]) else {
            throw invalid(name, expected: DecimalInteger.grammar)
        }
        return number
    }

    /// Returns a decimal floating-point number, rounded to a `Double`; not for times that are summed.
    package func decimalFloatingPoint(_ name: String) throws(PlaylistError) -> Double? {
        guard let value = attribute(name)?.valueRange else { return nil }
        let isNumber = bytes[value].allSatisfy { ASCII.digit($0) != nil || $0 == ASCII.point }
        guard isNumber, let number = Double(string(value)), number.isFinite else {
            throw invalid(name, expected: "digits with at most one point")
        }
        return number
    }

    /// Returns a resolution such as `1280x720`.
    package func decimalResolution(_ name: String) throws(PlaylistError) -> Resolution? {
        guard let value = attribute(name)?.valueRange else { return nil }
        guard let resolution = Resolution(parsing: bytes[value]) else {
            throw invalid(name, expected: "WIDTHxHEIGHT")
        }
        return resolution
    }

    /// Returns whether a text without variable references is written at a range.
    @inline(__always)
    private func isWritten(_ text: String, at range: Range<Int>) -> Bool {
        let textBytes = text.utf8.span
        return textBytes.count == range.count
            && bytes.span.hasBytes(textBytes, at: range.lowerBound - bytes.startIndex)
            && !VariableScope.hasBrace(textBytes)
    }

    /// Returns the range of a quoted string, without its quotes.
    private func quotedRange(_ name: String) throws(PlaylistError) -> Range<Int>? {
        guard let value = attribute(name)?.valueRange else { return nil }
        guard bytes[value.lowerBound] == ASCII.quote else {
            throw invalid(name, expected: "a quoted string")
        }
        return (value.lowerBound + 1)..<(value.upperBound - 1)
    }
}
