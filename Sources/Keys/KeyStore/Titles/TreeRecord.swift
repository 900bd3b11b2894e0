package import FoundationEssentials

/// What was published of a title at a place; append-only.
///
/// It is recorded before the rename that publishes. What is in `files` is sealed by whoever made the record.
package struct TreeRecord: Hashable, Sendable {
    /// The number of its row, by which newer ones follow older ones; nil of one that is not stored.
    package let row: Int64?
    /// The title.
    package let contentID: ContentID
    /// The absolute path of the tree.
    package let tree: String
    /// What tells it from other trees of the title: 32 bytes under a key of the store.
    package let digest: [UInt8]
    /// The list of its files, sealed.
    package let files: [UInt8]
    /// When it was recorded, in whole seconds once stored.
    package let recordedAt: Date

    /// Checks the size of the digest.
    package init(
        row: Int64? = nil,
        contentID: ContentID,
        tree: String,
        digest: [UInt8],
        files: [UInt8],
        recordedAt: Date = Date()
    ) throws(KeyStoreError) {
        guard digest.count == Publication.digestByteCount else {
            throw .invalidField(
                name: "digest",
                found: "\(digest.count) bytes",
                expected: "\(Publication.digestByteCount)"
            )
        }
        self.row = row
        self.contentID = contentID
        self.tree = tree
        self.digest = digest
        self.files = files
        self.recordedAt = recordedAt
    }
}
