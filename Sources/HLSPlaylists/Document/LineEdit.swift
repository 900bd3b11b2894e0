/// What is to happen at one line of a document.
struct LineEdit: Sendable {
    /// What becomes of the line itself.
    enum Fate: Hashable, Sendable {
        case kept
        case replaced(String)
        case removed
    }

    /// New lines before it.
    var before: [String] = []
    /// The line itself.
    var fate = Fate.kept
    /// New lines after it.
    var after: [String] = []
}
