/// A variable and its value, as `--set` and a column `set` write them: `NAME=VALUE`.
struct VariableAssignment {
    let name: String
    let value: String

    init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Nil without an equals sign; the value may hold further ones, or be empty.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        name = String(parts[0])
        value = String(parts[1])
    }
}
