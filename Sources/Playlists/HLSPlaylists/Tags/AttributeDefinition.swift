/// The definition of one attribute of a tag.
package struct AttributeDefinition: Hashable, Sendable {
    /// The types of RFC 8216bis 4.2, and the forms of quoted strings in particular attributes.
    enum ValueType: Hashable, Sendable {
        /// Digits; at most 2^64 - 1.
        case decimalInteger
        /// Digits with at most one point.
        case decimalFloatingPoint
        /// Digits with at most one point, after a minus sign if negative.
        case signedDecimalFloatingPoint
        /// `0x` and pairs of hexadecimal digits.
        case hexadecimalSequence
        /// Any text in quotes.
        case quotedString
        /// One of the given words; clients ignore others.
        case enumeratedString([String])
        /// Some of the given words in quotes, separated by commas.
        case quotedEnumeratedStrings([String])
        /// One of the given words, or a text in quotes.
        case enumeratedOrQuotedString([String])
        /// `WIDTHxHEIGHT`.
        case decimalResolution
        /// `LENGTH[@OFFSET]` in quotes.
        case quotedByteRange
        /// A date and time of ISO 8601 in quotes.
        case quotedDate
    }

    /// The name of the attribute.
    package let name: String
    /// The type of the value.
    let type: ValueType
    /// Indicates whether the tag must have the attribute.
    let isRequired: Bool
    /// The unit of a number (`seconds`, `bits a second`), or nil if there is none.
    let unit: String?
    /// The lowest `EXT-X-VERSION` that has the attribute (RFC 8216bis 8); 1 if none is named.
    let version: Int

    /// Defines an attribute that the tag must have.
    static func required(_ name: String, _ type: ValueType, in unit: String? = nil, since version: Int = 1)
        -> Self
    {
        Self(name: name, type: type, isRequired: true, unit: unit, version: version)
    }

    /// Defines an attribute that the tag may have.
    static func optional(_ name: String, _ type: ValueType, in unit: String? = nil, since version: Int = 1)
        -> Self
    {
        Self(name: name, type: type, isRequired: false, unit: unit, version: version)
    }
}
