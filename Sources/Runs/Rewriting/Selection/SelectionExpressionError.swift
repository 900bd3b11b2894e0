/// Why a text is no expression of `--keep` or `--drop`.
package enum SelectionExpressionError: Error, Hashable, Sendable {
    /// Nothing, or nothing between two commas.
    case empty
    /// A condition that begins with another word than an attribute.
    case unknownAttribute(String)
    /// An attribute without a comparison behind it, or with one that it has not.
    case comparison(attribute: String, found: String)
    /// A value of another form than the attribute's.
    case value(attribute: String, found: String)
    /// Several values for a comparison that takes one.
    case severalValues(attribute: String, comparison: String)
    /// A quotation mark within a value, or one that is not closed.
    case quote(String)
    /// Two attributes that no entry has both.
    case differentEntries(String, String)
    /// A `type` that nothing is asked of (`--keep`).
    case onlyType
}

extension SelectionExpressionError: CustomStringConvertible {
    /// `WHAT (GOT, EXPECTED). FIX.` in one line.
    package var description: String {
        switch self {
        case .empty:
            "a condition is missing (got nothing, expected \(Self.attributes)). Write one."
        case .unknownAttribute(let found):
            "unknown attribute (got '\(found)', expected \(Self.attributes)). Correct the expression."
        case .comparison(let attribute, let found):
            "\(attribute) is not compared (got '\(found)', expected \(Self.comparisons(of: attribute)) behind it). "
                + "Correct the expression."
        case .value(let attribute, let found):
            "malformed \(attribute) (got '\(found)', expected \(Self.grammar(of: attribute))). Correct the expression."
        case .severalValues(let attribute, let comparison):
            "\(attribute)\(comparison) takes one value (got several, expected them behind = or != only). "
                + "Correct the expression."
        case .quote(let found):
            "misplaced quotation mark (got '\(found)', expected a value of which both ends are quotation marks). "
                + "Correct the expression."
        case .differentEntries(let one, let other):
            "no entry has both \(one) and \(other) (expected either bandwidth, resolution and codec, which variants have, or "
                + "language, name and group, which renditions have). Use an option for each."
        case .onlyType:
            "type says of what the other conditions are, and there is none (expected one more). Add one, or use --drop."
        }
    }

    private static let attributes = SelectionAttribute.allCases.map(\.rawValue).joined(separator: ", ")

    private static func comparisons(of attribute: String) -> String {
        let comparisons = SelectionAttribute(rawValue: attribute)?.comparisons ?? []
        return comparisons.map(\.rawValue).joined(separator: " ")
    }

    private static func grammar(of attribute: String) -> String {
        SelectionAttribute(rawValue: attribute)?.grammar ?? ""
    }
}
