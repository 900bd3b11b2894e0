import Presentations

/// Which files of a tree are compared with what was published.
enum ComparisonScope {
    /// All, and there may be no others.
    case all
    /// Those with these paths in the tree: a media playlist was named, and what it names.
    case paths(Set<TreePath>)
    /// Media that are there: playlists, and what else stands beside them, come from elsewhere.
    case media

    /// Whether files that were not published are told.
    var tellsAdded: Bool {
        if case .all = self { true } else { false }
    }

    /// Whether files that are gone are told.
    var tellsMissing: Bool {
        if case .media = self { false } else { true }
    }

    /// Whether a file that was published is compared.
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
