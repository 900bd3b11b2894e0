import Ciphers
package import KeyStore
import ProtectionTerms
import WipedMemory

/// A listing in the key store: sealed under a key of the store, as paths, sizes and codes of media are nobody's business.
extension TreeListing {
    /// The record of the listing.
    ///
    /// - Parameters:
    ///   - contentID: the title.
    ///   - tree: where it is published, an absolute path.
    ///   - store: whose record it is going to be.
    /// - Returns: the record, which is not stored yet.
    /// - Throws: `PresentationError` of the library of ciphers.
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

    /// The listing of a record of a store.
    package init(_ record: TreeRecord, of store: any KeyRecordLookup) throws(PresentationError) {
        let key = try Self.key(of: store)
        let title = Array(record.contentID.value.utf8)
        let encoded = try? key.open(record.files, additionalData: title)
            .withSpan { span in span.indices.map { span[$0] } }
        guard let listing = encoded.flatMap({ TreeListing(decoding: $0) }) else {
            let isNewer = encoded?.first.map { $0 > Self.newestVersion } ?? false
            let reason =
                "a published tree of \(record.contentID) "
                + (isNewer
                    ? "was written by a newer version of the program" : "does not open: its row was changed")
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
