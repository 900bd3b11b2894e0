/// What the variables of a playlist may be taken from, its own lines aside.
struct VariableSources {
    /// Where `EXT-X-DEFINE:IMPORT` takes values from.
    enum Imports {
        /// Nowhere: a multivariant playlist cannot import.
        case forbidden
        /// A multivariant playlist that is not there.
        case unknown
        /// The multivariant playlist with these variables.
        case variables(VariableScope)
    }

    /// The variables of the multivariant playlist.
    let imports: Imports
    /// The query of the playlist's URI.
    let queryParameters: QueryParameters

    /// The sources of a media playlist; without variables, of one that is looked at alone.
    init(imports: VariableScope?, queryParameters: QueryParameters) {
        self.imports = imports.map(Imports.variables) ?? .unknown
        self.queryParameters = queryParameters
    }

    /// The sources of a multivariant playlist.
    init(queryParameters: QueryParameters) {
        imports = .forbidden
        self.queryParameters = queryParameters
    }

    /// Whether a value that was not found may still be there, as it is outside of what was read.
    func mayHave(_ problem: PlaylistError.Problem) -> Bool {
        switch (problem, imports) {
        case (.variable(.unknownQueryParameter), _): !queryParameters.isComplete
        case (.variable(.missingImport), .unknown): true
        default: false
        }
    }
}
