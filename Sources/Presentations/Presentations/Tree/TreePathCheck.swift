package import Failures

/// Refuses a presentation in which two files of the result would have the same path.
package enum TreePathCheck {
    /// Throws if playlists, companion files and media share a path, or if two renditions share a name.
    package static func check(_ presentation: Presentation, _ layout: MediaLayout) throws(RunFailure) {
        var uses: [TreePath: String] = [:]
        for path in presentation.playlists.map(\.path) {
            uses[path] = "a playlist"
        }
        try add(presentation.companions, as: "session data", to: &uses)
        try add(Set(layout.resources.map(\.file)).sorted(), as: "media", to: &uses)
        try checkNames(of: presentation.renditions)
    }

    private static func add(
        _ paths: [TreePath],
        as use: String,
        to uses: inout [TreePath: String]
    ) throws(RunFailure) {
        for path in paths {
            if let otherUse = uses.updateValue(use, forKey: path) {
                throw .namedTwice(path, as: otherUse, and: use)
            }
        }
    }

    /// Names have to be unique, since the key store identifies renditions by name.
    private static func checkNames(of renditions: [MediaRendition]) throws(RunFailure) {
        var paths: [[UInt8]: TreePath] = [:]
        for rendition in renditions {
            if let otherPath = paths.updateValue(rendition.path, forKey: Array(rendition.name.utf8)) {
                throw .sameRenditionName(rendition.path, otherPath)
            }
        }
    }
}
