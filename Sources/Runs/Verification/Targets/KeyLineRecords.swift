package import HLSPlaylists
package import KeyStore
package import Presentations

/// The records that the key lines of a presentation lead to, for runs that have to know them as verification does.
package struct KeyLineRecords {
    private var resolver: RecordResolver

    /// Records of a store.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - contentID: the title, where key URIs do not say it.
    ///   - presentation: the presentation: of several records with one URI, the one that was written into its tree counts.
    package init(_ store: any KeyRecordLookup, contentID: ContentID?, of presentation: Presentation) {
        resolver = RecordResolver(store: store, contentID: contentID, tree: presentation.root)
    }

    /// The record of a key line; nil where there is none, or several.
    package mutating func record(for key: EncryptionKey) throws(PresentationError) -> KeyRecord? {
        guard case .success(let record) = try resolver.record(for: key) else { return nil }
        return record
    }
}
