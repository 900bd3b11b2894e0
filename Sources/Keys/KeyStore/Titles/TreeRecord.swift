package import Failures
package import FoundationEssentials

/// A record of the files that were published for a title at a path; append-only.
///
/// It is recorded before the rename that publishes. The creator of the record encrypts `files`.
package struct TreeRecord: Hashable, Sendable {
    /// The number of the row, higher for newer records, or nil for a record that is not stored.
    package let row: Int64?
    /// The content id of the title.
    package let contentID: ContentID
    /// The absolute path of the tree: the folder of the published files.
    package let tree: String
    /// The digest that distinguishes the trees of a title: 32 bytes, under a key of the store.
    package let digest: [UInt8]
    /// The list of the files, encrypted.
    package let encryptedListing: [UInt8]
    /// The time of recording, in whole seconds once stored.
    let recordedAt: Date

    /// Creates a record; throws `.invalidField` if the digest does not have 32 bytes.
    package init(
        row: Int64? = nil,
        contentID: ContentID,
        tree: String,
        digest: [UInt8],
        encryptedListing: [UInt8],
        recordedAt: Date = Date()
    ) throws(RunFailure) {
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
        self.encryptedListing = encryptedListing
        self.recordedAt = recordedAt
    }
}
