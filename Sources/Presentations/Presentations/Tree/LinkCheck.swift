package import Failures

/// Refuses symbolic links that lead out of the root, as `URIResolution` refuses such URIs.
package enum LinkCheck {
    /// Returns the path on disk of a file of the tree.
    ///
    /// A missing file passes: opening it reports the error.
    package static func path(of file: TreePath, under root: String) throws(RunFailure) -> String {
        let path = file.path(under: root)
        guard let real = Directory.realPath(of: path) else { return path }
        let prefix = Array((root == "/" ? root : root + "/").utf8)
        guard real.utf8.starts(with: prefix) else { throw .linkLeavesRoot(file, root: root) }
        return path
    }
}
