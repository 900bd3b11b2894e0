/// The sources of variable values outside of the playlist itself.
struct VariableSources {
    /// The source of the values of `EXT-X-DEFINE:IMPORT`.
    enum Imports {
        /// No source: a multivariant playlist cannot import.
        case forbidden
        /// A multivariant playlist that is not available.
        case unknown
        /// The variables of the multivariant playlist.
        case variables(VariableScope)
    }

    let imports: Imports
    let queryParameters: QueryParameters

    /// Creates the sources of a media playlist; `imports` is nil if its multivariant playlist is not
    /// available.
    init(imports: VariableScope?, queryParameters: QueryParameters) {
        self.imports = imports.map(Imports.variables) ?? .unknown
        self.queryParameters = queryParameters
    }

    /// Creates the sources of a multivariant playlist.
    init(queryParameters: QueryParameters) {
        imports = .forbidden
        self.queryParameters = queryParameters
    }

    /// Returns whether a problem is a value that was not found but may exist outside of what was read.
    func mayHave(_ problem: PlaylistError.Problem) -> Bool {
        switch (problem, imports) {
        case (.variable(.unknownQueryParameter), _): !queryParameters.isComplete
        case (.variable(.missingImport), .unknown): true
        default: false
        }
    }
}
