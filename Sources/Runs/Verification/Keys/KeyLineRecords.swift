package import Failures
package import HLSPlaylists
package import KeyStore
package import Presentations

/// The records of the key lines of a presentation, for runs that must find them as `verify` does.
package struct KeyLineRecords {
    private let resolver: RecordResolver

    /// Creates a lookup in a key store.
    ///
    /// - Parameters:
    ///   - store: the key store.
    ///   - contentID: the title, or nil if the key URIs alone identify it.
    ///   - presentation: the presentation with the key lines. If several records have the URI of a line, the
    ///     one that was written into this presentation's tree is used.
    package init(_ store: any KeyRecordLookup, contentID: ContentID?, of presentation: Presentation) {
        resolver = RecordResolver(store: store, contentID: contentID, tree: presentation.root)
    }

    /// Returns the record of a key line, or nil if there is none or more than one.
    package func record(for key: EncryptionKey) throws(RunFailure) -> KeyRecord? {
        guard case .success(let record) = try resolver.record(for: key) else { return nil }
        return record
    }
}
