import ProtectionTerms

/// The expressions of all `--keep` and `--drop` options.
package struct SelectionFilter: Hashable, Sendable {
    /// The expressions of `--keep`: an entry to which some of them apply stays if one of these is true for
    /// it.
    package var keeps: [SelectionExpression] = []
    /// The expressions of `--drop`: an entry is removed if one of them is true for it.
    package var drops: [SelectionExpression] = []

    /// Creates a filter that keeps everything.
    init() {}

    /// Indicates whether the filter keeps everything.
    var isEmpty: Bool { keeps.isEmpty && drops.isEmpty }

    func isKept(_ entry: SelectionEntry) -> Bool {
        passesKeeps(entry) && !drops.contains { $0.applies(to: entry) && $0.matches(entry) }
    }

    /// Indicates whether no `--keep` expression applies to an entry, or one is true for it.
    private func passesKeeps(_ entry: SelectionEntry) -> Bool {
        let applicable = keeps.filter { $0.applies(to: entry) }
        return applicable.isEmpty || applicable.contains { $0.matches(entry) }
    }

    /// Returns `--keep` expressions that apply to some of the given entries but let none of them stay.
    ///
    /// Expressions for the same kinds of entries are judged together. The result is the first such group, or
    /// empty if there is none.
    func ineffectiveKeeps(for entries: [SelectionEntry]) -> [SelectionExpression] {
        for keep in keeps {
            let keepsOfSameKinds = keeps.filter { $0.kinds == keep.kinds }
            let affected = entries.filter { entry in keepsOfSameKinds.contains { $0.applies(to: entry) } }
            if !affected.isEmpty, !affected.contains(where: passesKeeps) { return keepsOfSameKinds }
        }
        return []
    }

    /// Returns warnings about expressions that match no entry.
    ///
    /// The cause may be a typing error, or a second run over the same playlist.
    func warnings(of entries: [SelectionEntry]) -> [String] {
        let isUseless = { (expression: SelectionExpression) in
            !entries.contains { expression.applies(to: $0) && expression.matches($0) }
        }
        return keeps.filter(isUseless).map { "\(CommandOption.keep) \($0.text): nothing matches" }
            + drops.filter(isUseless).map { "\(CommandOption.drop) \($0.text): nothing matches" }
    }
}
