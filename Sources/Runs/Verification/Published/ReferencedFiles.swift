import Presentations

/// The playlists of a presentation and the files that they name.
///
/// They are listed on demand, since there may be hundreds of thousands.
final class ReferencedFiles {
    private let presentation: Presentation
    private let itemLists: [VerificationItemList]
    /// The absolute paths of the files.
    private(set) lazy var paths: [String] =
        ([presentation.entry] + presentation.playlists.map(\.path) + presentation.companions).map {
            $0.path(under: presentation.root)
        }
        + itemLists.flatMap { $0.map(\.location.path) }
    private lazy var pathSet = Set(paths.map { TreePath(text: $0) })

    init(of presentation: Presentation, _ itemLists: [VerificationItemList]) {
        self.presentation = presentation
        self.itemLists = itemLists
    }

    /// Indicates whether the file at an absolute path is one of them.
    func contains(_ path: String) -> Bool { pathSet.contains(TreePath(text: path)) }
}
