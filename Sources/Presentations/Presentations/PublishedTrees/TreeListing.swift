import Ciphers
package import Failures
package import KeyStore
import ProtectionTerms
package import SampleEncryption
import WipedMemory

/// The files of a published tree, encoded as in a record, since there may be hundreds of thousands.
package struct TreeListing: Sendable {
    /// The path of the playlist that a player opens.
    package let entry: String
    /// The files in the order of the bytes of their paths.
    package let files: EncodedFiles

    init(entry: String, files: EncodedFiles) {
        self.entry = entry
        self.files = files
    }

    /// Creates a listing of files in any order.
    init(entry: String, files: [PublishedFile]) {
        var encoded = EncodedFiles()
        for file in files.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
            encoded.append(file)
        }
        self.init(entry: entry, files: encoded)
    }

    /// Creates the listing of a tree that was built in a directory.
    ///
    /// - Parameters:
    ///   - root: the directory. Small files and initialization sections are read; of media only the sizes.
    ///   - presentation: the presentation, which tells playlists and companion files from media.
    ///   - clearMedia: the MACs of files that are entirely clear.
    ///   - digests: the media digests of the playlists.
    ///   - sections: the byte ranges of initialization sections of sample-encrypted fMP4, by file.
    /// - Throws: `RunFailure` if a file cannot be read.
    package init(
        of root: String,
        _ presentation: Presentation,
        clearMedia: [TreePath: [MediaMAC]],
        digests: [TreePath: [UInt8]],
        sections: [TreePath: [Range<UInt64>]]
    ) throws(RunFailure) {
        let playlists = Set(presentation.playlists.map(\.path))
        let companions = Set(presentation.companions)
        let tree = try TreeFiles(in: root)
        var files = EncodedFiles()
        for (path, size) in tree {
            let file = TreePath(text: path)
            guard !playlists.contains(file) else {
                files.append(PublishedFile(playlist: path, try tree.contents(of: path), .init(digests[file])))
                continue
            }
            let content: PublishedFile.Content
            if companions.contains(file) {
                content = .companion(digest: try tree.digest(of: path))
            } else if let macs = clearMedia[file] {
                content = .clearMedia(digest: PublishedFile.digest(of: macs), resourceCount: macs.count)
            } else {
                content = .media(try .init(of: root + "/" + path, sections[file] ?? []))
            }
            files.append(PublishedFile(path: path, size: size, content: content))
        }
        self.init(entry: presentation.entry.description, files: files)
    }
}

/// The encoding of a listing in a record: version, length and path of the entry playlist, files.
///
/// Version 2 adds parts of playlists, digests of their media, and digests of initialization sections. A
/// listing without those is written as version 1.
extension TreeListing {
    static let newestVersion: UInt8 = 2

    var encoded: [UInt8] {
        var bytes: ArraySlice<UInt8> = [files.needsVersion2 ? 2 : 1]
        bytes.append(number: UInt64(entry.utf8.count))
        bytes += entry.utf8
        return Array(bytes) + files.bytes
    }

    /// Decodes a listing, or returns nil if the bytes are not one.
    init?(decoding bytes: [UInt8]) {
        var reader = ListingReader(bytes[...])
        guard let version = reader.byte(), (1...Self.newestVersion).contains(version),
            let entry = reader.text(),
            let files = EncodedFiles(decoding: reader.rest)
        else { return nil }
        self.init(entry: entry, files: files)
    }
}

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
    /// - Throws: `RunFailure` if encryption fails or the record is invalid.
    package func record(
        of contentID: ContentID,
        at tree: String,
        in store: any KeyRecordLookup
    ) throws(RunFailure) -> TreeRecord {
        let key = try Self.key(of: store)
        let (encoded, title) = (encoded, Array(contentID.value.utf8))
        let digest = key.withSpan { key in
            HMACSHA256.authenticationCode(of: title + [0] + encoded, key: key)
        }
        let sealed = try mapErrors(to: { .fault($0, doing: "encrypting the list of a published tree") }) {
            () throws(CipherError) in try key.seal(encoded, additionalData: title)
        }
        return try TreeRecord(contentID: contentID, tree: tree, digest: digest, encryptedListing: sealed)
    }

    /// Decrypts the listing of a record; throws if it was changed or a newer version wrote it.
    init(_ record: TreeRecord, of store: any KeyRecordLookup) throws(RunFailure) {
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
            throw .corrupted(path: store.label, reason: reason)
        }
        self = listing
    }

    private static func key(of store: any KeyRecordLookup) throws(RunFailure) -> ContentKey {
        try mapErrors(to: { .fault($0, doing: "deriving the key of published trees") }) {
            () throws(CipherError) in
            try store.mediaDigestKey.derived(.publishedTreeKey, length: .bits256)
        }
    }
}
