/// An expression of `--keep` or `--drop`: conditions with commas between them, all of which have to hold.
///
/// It speaks of the kinds of entry that can have all its attributes, and of no others: `language=en` of renditions,
/// `resolution<=1280x720` of variants that have pictures. I-frame variants follow the variants, unless `type=i-frames` names
/// them.
package struct SelectionExpression: Hashable, Sendable {
    /// The option that it is of.
    package enum Purpose: String, Sendable {
        /// Takes out what it does not hold for.
        case keep = "--keep"
        /// Takes out what it holds for.
        case drop = "--drop"
    }

    /// As it was written.
    package let text: String
    /// All of which have to hold.
    let conditions: [SelectionCondition]
    /// The entries that it speaks of.
    let kinds: Set<SelectionEntry.Kind>

    /// Reads an expression.
    ///
    /// - Throws: `SelectionExpressionError` for what is no expression, or has no meaning.
    package init(parsing text: String, for purpose: Purpose) throws(SelectionExpressionError) {
        let conditions = try SelectionExpressionParser.conditions(text)
        var kinds = Set(SelectionEntry.Kind.allCases)
        for condition in conditions {
            var own = condition.attribute.kinds
            if case .kinds(let named) = condition.values { own = named }
            guard !kinds.isDisjoint(with: own) else {
                throw .differentEntries(conditions[0].attribute.rawValue, condition.attribute.rawValue)
            }
            kinds.formIntersection(own)
        }
        guard purpose == .drop || conditions.contains(where: { $0.attribute != .type }) else {
            throw .onlyType
        }
        self.text = text
        self.conditions = conditions
        self.kinds = kinds.contains(.variant) ? [.variant] : kinds
    }

    /// Tells whether it is about an entry.
    func speaks(of entry: SelectionEntry) -> Bool {
        guard kinds.contains(entry.kind) else { return false }
        return !entry.hasNoPictures || !conditions.contains { $0.attribute == .resolution }
    }

    /// Tells whether all conditions hold for an entry.
    func holds(for entry: SelectionEntry) -> Bool {
        conditions.allSatisfy { $0.holds(for: entry) }
    }
}
