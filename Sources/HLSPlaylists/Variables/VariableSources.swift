/// What the variables of a playlist may be taken from, its own lines aside.
struct VariableSources {
    /// The variables of the multivariant playlist; nil in a multivariant playlist, which cannot import.
    let imports: VariableScope?
    /// The query of the playlist's URI.
    let queryParameters: QueryParameters
}
