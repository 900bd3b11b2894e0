import Failures
import Presentations

/// The playlists of a presentation that is verified, and those of the clear one that it is compared with.
struct PresentationTrees {
    /// The playlists, as far as they can be read.
    let tree: PlaylistTree
    /// The presentation without faulty media playlists.
    let presentation: Presentation
    /// The faults of playlists that could not be read completely.
    let faults: [Presentation.Fault]
    /// The clear presentation, or nil to compare with none.
    let source: (tree: PlaylistTree, presentation: Presentation)?

    /// Reads the playlists that a request names.
    ///
    /// - Throws: `RunFailure` for a missing playlist, for a URI that names no file of the tree, and for
    ///   all faults of the clear presentation.
    init(_ request: VerificationRequest) throws(RunFailure) {
        tree = try PlaylistTreeReader(
            path: request.playlist,
            root: request.root,
            parameters: request.parameters
        )
        .read()
        (presentation, faults) = try Presentation.part(of: tree)
        source = try Self.source(of: request, depth: presentation.entry.components.count - 1)
    }

    /// Reads the clear presentation.
    ///
    /// Its root is as many folders above its playlist as in the protected presentation.
    private static func source(
        of request: VerificationRequest,
        depth: Int
    ) throws(RunFailure) -> (tree: PlaylistTree, presentation: Presentation)? {
        guard let source = request.source else { return nil }
        let playlist = Directory.realPath(of: source) ?? source
        let root = (0...depth).reduce(playlist) { path, _ in Directory.parent(of: path) ?? "/" }
        return try mapErrors(to: RunFailure.source) { () throws(RunFailure) in
            let tree = try PlaylistTreeReader(path: source, root: root, parameters: request.parameters).read()
            return (tree, try Presentation(tree))
        }
    }
}
