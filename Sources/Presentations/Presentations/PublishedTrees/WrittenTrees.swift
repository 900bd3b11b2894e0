package import KeyStore

/// The trees into which a key was written.
package enum WrittenTrees {
    /// The deepest of them that is the directory or holds it; nil if none does, as when a tree was moved.
    package static func deepest(_ signalling: some Sequence<Signalling>, holding directory: String) -> String?
    {
        signalling.map(\.tree).filter { directory == $0 || directory.hasPrefix($0 == "/" ? "/" : $0 + "/") }
            .max { $0.utf8.count < $1.utf8.count }
    }
}
