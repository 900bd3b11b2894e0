package import KeyStore

/// The trees in which a key was signalled.
package enum SignalledTrees {
    /// Returns the deepest tree that is or contains the directory, or nil if none does, as after a move.
    package static func deepest(_ signalling: some Sequence<Signalling>, holding directory: String) -> String?
    {
        signalling.map(\.tree).filter { directory == $0 || directory.hasPrefix($0 == "/" ? "/" : $0 + "/") }
            .max { $0.utf8.count < $1.utf8.count }
    }
}
