import HLSPlaylists

/// A filter for problems that only follow from another one, which are not reported.
struct FollowUpFilter {
    /// The names of variables with a definition that could not be used.
    private let unknownVariables: Set<String>

    init(_ problems: [PlaylistError]) {
        unknownVariables = Set(
            problems.compactMap { error in
                switch error.problem {
                case .variable(.unknownQueryParameter(let name)), .variable(.missingImport(let name)),
                    .variable(.unquotableQueryParameter(let name)):
                    name
                default: nil
                }
            }
        )
    }

    func follows(_ error: PlaylistError) -> Bool {
        guard case .variable(.undefined(let name)) = error.problem else { return false }
        return unknownVariables.contains(name)
    }
}
