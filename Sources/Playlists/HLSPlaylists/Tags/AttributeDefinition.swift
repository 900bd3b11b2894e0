/// A row of a tag's table of attributes.
package struct AttributeDefinition: Hashable, Sendable {
    /// The types of RFC 8216bis 4.2, and the forms that quoted strings take in particular attributes.
    package enum ValueType: Hashable, Sendable {
        /// Digits; at most 2^64 - 1.
        case decimalInteger
        /// Digits with at most one point.
        case decimalFloatingPoint
        /// The same, with a sign where negative.
        case signedDecimalFloatingPoint
        /// `0x` and pairs of digits.
        case hexadecimalSequence
        /// Any text in quotes.
        case quotedString
        /// A word of a list; clients ignore others.
        case enumeratedString([String])
        /// Words of a list in quotes, separated by commas.
        case quotedEnumeratedStrings([String])
        /// A word of a list, or a text in quotes.
        case enumeratedOrQuotedString([String])
        /// `WIDTHxHEIGHT`.
        case decimalResolution
        /// `LENGTH[@OFFSET]` in quotes.
        case quotedByteRange
        /// A date and time of ISO 8601 in quotes.
        case quotedDate
    }

    /// Its name.
    package let name: String
    /// The type of its value.
    package let type: ValueType
    /// Whether the tag must have it.
    package let isRequired: Bool
    /// The unit of a number: `seconds`, `bits a second`.
    package let unit: String?
    /// The lowest `EXT-X-VERSION` that has it (RFC 8216bis 8); 1 where none is named.
    package let version: Int

    /// An attribute that the tag must have.
    static func required(_ name: String, _ type: ValueType, in unit: String? = nil, since version: Int = 1)
        -> Self
    {
        Self(name: name, type: type, isRequired: true, unit: unit, version: version)
    }

    /// An attribute that the tag may have.
    static func optional(_ name: String, _ type: ValueType, in unit: String? = nil, since version: Int = 1)
        -> Self
    {
        Self(name: name, type: type, isRequired: false, unit: unit, version: version)
    }
}
