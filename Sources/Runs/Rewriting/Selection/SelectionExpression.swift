package import ProtectionTerms

/// An expression of `--keep` or `--drop`: conditions separated by commas, all of which have to be true.
///
/// An expression applies to the kinds of entries that can have all its attributes: `language=en` to
/// renditions, `resolution<=1280x720` to variants with pictures. I-frame variants follow the variants, unless
/// `type=i-frames` names them.
package struct SelectionExpression: Hashable, Sendable {
    /// The option in which the expression is used.
    package enum Purpose: Sendable {
        /// Removes the entries to which the expression applies, unless a `--keep` expression is true for
        /// them.
        case keep
        /// Removes the entries for which the expression is true.
        case drop

        /// The option's name.
        package var option: CommandOption {
            switch self {
            case .keep: .keep
            case .drop: .drop
            }
        }
    }

    /// The expression as written.
    package let text: String
    /// The conditions, all of which have to be true.
    let conditions: [SelectionCondition]
    /// The kinds of entries to which the expression applies.
    let kinds: Set<SelectionEntry.Kind>

    /// Parses an expression.
    ///
    /// - Throws: `SelectionExpressionError` if the text is malformed, no entry can have all its attributes,
    ///   or `--keep` has no attribute but `type`.
    package init(parsing text: String, for purpose: Purpose) throws(SelectionExpressionError) {
        let conditions = try SelectionExpressionParser.conditions(text)
        var kinds = Set(SelectionEntry.Kind.allCases)
        for condition in conditions {
            var conditionKinds = condition.attribute.kinds
            if case .kinds(let namedKinds) = condition.values { conditionKinds = namedKinds }
            guard !kinds.isDisjoint(with: conditionKinds) else {
                throw .differentEntries(conditions[0].attribute.rawValue, condition.attribute.rawValue)
            }
            kinds.formIntersection(conditionKinds)
        }
        guard purpose == .drop || conditions.contains(where: { $0.attribute != .type }) else {
            throw .onlyType
        }
        self.text = text
        self.conditions = conditions
        self.kinds = kinds.contains(.variant) ? [.variant] : kinds
    }

    /// Indicates whether the expression applies to an entry.
    func applies(to entry: SelectionEntry) -> Bool {
        guard kinds.contains(entry.kind) else { return false }
        return !entry.hasNoPictures || !conditions.contains { $0.attribute == .resolution }
    }

    /// Indicates whether all conditions are true for an entry.
    func matches(_ entry: SelectionEntry) -> Bool {
        conditions.allSatisfy { $0.holds(for: entry) }
    }
}
