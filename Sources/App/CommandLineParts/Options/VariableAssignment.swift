/// A variable and its value, as `--set` and a column `set` write them: `NAME=VALUE`.
package struct VariableAssignment {
    /// The name of the variable, which may be empty.
    package let name: String
    /// The value, which may be empty.
    package let value: String

    /// An assignment of its parts.
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// The assignment that a text is.
    ///
    /// Nil without an equals sign; the value may hold further ones, or be empty.
    package init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        name = String(parts[0])
        value = String(parts[1])
    }
}
