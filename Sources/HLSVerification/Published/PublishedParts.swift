import HLSPackaging
import HLSPlaylists
import KeyStore

/// Tells which playlists are known to have a part of the segments that their keys were used on: `rewrite` cut the others.
///
/// The key store knows the media of a rendition as a whole, not segment by segment.
struct PublishedParts {
    let presentation: Presentation
    /// The titles whose keys are in force.
    let titles: Set<ContentID>
    let store: any KeyRecordStore

    init(_ presentation: Presentation, _ records: [KeyRecord], _ store: any KeyRecordStore) {
        self.presentation = presentation
        titles = Set(records.map(\.identity.contentID))
        self.store = store
    }

    /// Whether one of the playlists is such a part.
    func containAny() throws(PackagingError) -> Bool {
        for rendition in presentation.renditions where try contain(rendition) { return true }
        return false
    }

    /// Whether the playlist of a rendition is such a part, to the byte.
    func contain(_ rendition: MediaRendition) throws(PackagingError) -> Bool {
        let playlist = rendition.path.path(under: presentation.root)
        let bytes = rendition.playlist.document.serialized()
        for title in titles.sorted() {
            var row: Int64?
            while let record = try record(of: title, before: row) {
                row = record.row
                let listing = try TreeListing(record, of: store)
                guard let place = TreePlace(of: listing, holding: playlist) else { continue }
                let path = String(playlist.utf8.dropFirst(place.root.utf8.count + 1)) ?? ""
                if listing.files.contains(where: { $0.path.hasSameBytes(as: path) && $0.isPart(bytes) }) {
                    return true
                }
            }
        }
        return false
    }

    private func record(of title: ContentID, before row: Int64?) throws(PackagingError) -> TreeRecord? {
        try storeCalls { () throws(KeyStoreError) in try store.publishedTree(of: title, before: row) }
    }
}
