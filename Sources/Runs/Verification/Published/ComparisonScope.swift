import Presentations

/// The files of a tree that are compared with what was published.
enum ComparisonScope {
    /// All files, and there may be no others.
    case all
    /// The files with these paths in the tree: a media playlist verified on its own, and what it names.
    case paths(Set<TreePath>)
    /// The media that exist: playlists and the files beside them come from elsewhere.
    case media

    /// Indicates whether files that were not published are reported.
    var reportsAdded: Bool {
        if case .all = self { true } else { false }
    }

    /// Indicates whether files that are gone are reported.
    var reportsMissing: Bool {
        if case .media = self { false } else { true }
    }

    /// Indicates whether a published file is compared.
    func contains(_ file: PublishedFile) -> Bool {
        switch self {
        case .all: return true
        case .paths(let paths): return paths.contains(TreePath(text: file.path))
        case .media:
            switch file.content {
            case .media, .clearMedia: return true
            case .playlist, .companion: return false
            }
        }
    }
}
