/// The expressions of all `--keep` and `--drop`.
package struct SelectionFilter: Hashable, Sendable {
    /// Of the entries that they speak of, those that one of them holds for stay.
    package var keeps: [SelectionExpression] = []
    /// The entries that one of them holds for go.
    package var drops: [SelectionExpression] = []

    /// A filter that leaves all.
    package init() {}

    /// Tells whether it leaves all.
    package var isEmpty: Bool { keeps.isEmpty && drops.isEmpty }

    /// Tells whether an entry stays.
    func isKept(_ entry: SelectionEntry) -> Bool {
        passesKeeps(entry) && !drops.contains { $0.speaks(of: entry) && $0.holds(for: entry) }
    }

    /// Tells whether no `--keep` speaks of an entry, or one that does holds for it.
    private func passesKeeps(_ entry: SelectionEntry) -> Bool {
        let speaking = keeps.filter { $0.speaks(of: entry) }
        return speaking.isEmpty || speaking.contains { $0.holds(for: entry) }
    }

    /// The first `--keep` expressions about the same entries that keep none of them; empty where there are none.
    func keepingNothing(of entries: [SelectionEntry]) -> [SelectionExpression] {
        for keep in keeps {
            let alike = keeps.filter { $0.kinds == keep.kinds }
            let meant = entries.filter { entry in alike.contains { $0.speaks(of: entry) } }
            if !meant.isEmpty, !meant.contains(where: passesKeeps) { return alike }
        }
        return []
    }

    /// Warnings of expressions that no entry meets: a slip of the pen, or a second run.
    func warnings(of entries: [SelectionEntry]) -> [String] {
        let isUseless = { (expression: SelectionExpression) in
            !entries.contains { expression.speaks(of: $0) && expression.holds(for: $0) }
        }
        return keeps.filter(isUseless).map { "--keep \($0.text): nothing matches" }
            + drops.filter(isUseless).map { "--drop \($0.text): nothing matches" }
    }
}
