/// An assignment `NAME=VALUE` of a template variable, as in `--set` and in a column `set`.
package struct VariableAssignment {
    /// The name of the variable, which may be empty.
    package let name: String
    /// The value, which may be empty.
    package let value: String

    /// Creates an assignment from its parts.
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Parses an assignment, or returns nil if there is no equals sign.
    ///
    /// The value may contain further equals signs.
    package init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        name = String(parts[0])
        value = String(parts[1])
    }
}
