import Ciphers
package import KeyStore
import ProtectionTerms
import WipedMemory

/// The record of a listing in the key store.
///
/// The listing is encrypted under a key of the store, since paths, sizes and MACs of media are confidential.
extension TreeListing {
    /// Creates the record of the listing.
    ///
    /// - Parameters:
    ///   - contentID: the title.
    ///   - tree: the absolute path at which the tree is published.
    ///   - store: the key store that the record is for.
    /// - Returns: the record, which is not stored yet.
    /// - Throws: `PresentationError` if encryption fails or the record is invalid.
    package func record(
        of contentID: ContentID,
        at tree: String,
        in store: any KeyRecordLookup
    ) throws(PresentationError) -> TreeRecord {
        let key = try Self.key(of: store)
        let (encoded, title) = (encoded, Array(contentID.value.utf8))
        let digest = key.withSpan { key in
            HMACSHA256.authenticationCode(of: title + [0] + encoded, key: key)
        }
        let sealed: [UInt8]
        do throws(CipherError) {
            sealed = try key.seal(encoded, additionalData: title)
        } catch {
            throw .fault("\(error)")
        }
        return try storeCalls { () throws(KeyStoreError) in
            try TreeRecord(contentID: contentID, tree: tree, digest: digest, files: sealed)
        }
    }

    /// Decrypts the listing of a record; throws if it was changed or a newer version wrote it.
    init(_ record: TreeRecord, of store: any KeyRecordLookup) throws(PresentationError) {
        let key = try Self.key(of: store)
        let title = Array(record.contentID.value.utf8)
        let encoded = try? key.open(record.encryptedListing, additionalData: title)
            .withSpan { span in span.indices.map { span[$0] } }
        guard let listing = encoded.flatMap({ TreeListing(decoding: $0) }) else {
            let isNewer = encoded?.first.map { $0 > Self.newestVersion } ?? false
            let reason =
                "a published tree of \(record.contentID) "
                + (isNewer
                    ? "was written by a newer version of the program"
                    : "cannot be decrypted: its row was changed")
            throw .keyStore(.corrupted(path: store.label, reason: reason))
        }
        self = listing
    }

    private static func key(of store: any KeyRecordLookup) throws(PresentationError) -> ContentKey {
        do throws(CipherError) {
            return try store.mediaDigestKey.derived(.publishedTreeKey, length: .bits256)
        } catch {
            throw .fault("\(error)")
        }
    }
}
