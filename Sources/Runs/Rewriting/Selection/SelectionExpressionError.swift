import ProtectionTerms

/// A fault in an expression of `--keep` or `--drop`.
package enum SelectionExpressionError: Error, Hashable, Sendable {
    /// The expression is empty, or has nothing between two commas.
    case empty
    /// A condition begins with something other than the name of an attribute.
    case unknownAttribute(String)
    /// An attribute has no comparison after it, or one that is not meaningful for it.
    case invalidComparison(attribute: String, found: String)
    /// A value does not have the form of the attribute's values.
    case value(attribute: String, found: String)
    /// A comparison that takes one value has several.
    case severalValues(attribute: String, comparison: String)
    /// A quotation mark is inside a value, or is not closed.
    case quote(String)
    /// No entry has both attributes.
    case differentEntries(String, String)
    /// A `--keep` expression has only `type`, and no condition on entries of that type.
    case onlyType
}

extension SelectionExpressionError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty:
            "a condition is missing (got nothing, expected \(Self.attributes)). Write one."
        case .unknownAttribute(let found):
            "unknown attribute (got '\(found)', expected \(Self.attributes)). Correct the expression."
        case .invalidComparison(let attribute, let found):
            "\(attribute) has no valid comparison (got '\(found)', expected \(Self.comparisons(of: attribute)) after it). "
                + "Correct the expression."
        case .value(let attribute, let found):
            "malformed \(attribute) (got '\(found)', expected \(Self.grammar(of: attribute))). Correct the expression."
        case .severalValues(let attribute, let comparison):
            "\(attribute)\(comparison) accepts one value (got several, expected them after = or != only). "
                + "Correct the expression."
        case .quote(let found):
            "misplaced quotation mark (got '\(found)', expected a value of which both ends are quotation marks). "
                + "Correct the expression."
        case .differentEntries(let one, let other):
            "no entry has both \(one) and \(other) (expected either bandwidth, resolution and codec, which variants have, or "
                + "language, name and group, which renditions have). Use an option for each."
        case .onlyType:
            "type selects the entries for other conditions, and there are none (expected at least one). Add one, or use \(CommandOption.drop)."
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
