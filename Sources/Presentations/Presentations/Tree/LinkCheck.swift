/// Refuses symbolic links that lead out of the root, as URIs that do are refused.
package enum LinkCheck {
    /// The path on disk of a file of the tree.
    ///
    /// A file that is missing passes: who opens it says so.
    package static func path(of file: TreePath, under root: String) throws(PresentationError) -> String {
        let path = file.path(under: root)
        guard let real = Directory.realPath(of: path) else { return path }
        let prefix = Array((root == "/" ? root : root + "/").utf8)
        guard real.utf8.starts(with: prefix) else { throw .linkLeavesRoot(file, root: root) }
        return path
    }
}
