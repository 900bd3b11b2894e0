import Ciphers
package import SampleEncryption

/// A file of a published tree, with the digests by which changes are noticed.
package struct PublishedFile: Sendable {
    /// The length of a digest in bytes: SHA-256 is truncated.
    static let digestByteCount = 16

    /// The digests of the file's bytes, by the kind of file.
    package enum Content: Hashable, Sendable {
        /// A playlist: its digest, the hashes of its lines, and its media.
        case playlist(digest: [UInt8], PlaylistLineHashes, PlaylistMedia)
        /// A companion file (session data): its digest.
        case companion(digest: [UInt8])
        /// Clear media: a digest of the MACs of its media resources (``MediaMAC``), and their number.
        case clearMedia(digest: [UInt8], resourceCount: Int)
        /// Other media: a digest of the initialization sections of sample-encrypted fMP4 in the file, or nil.
        ///
        /// Other bytes have no digest here: decryption and ``MediaDigest`` reveal their changes.
        case media(SectionDigest?)
    }

    /// The media that a playlist names.
    package enum PlaylistMedia: Hashable, Sendable {
        /// Nothing is known: a multivariant playlist, an I-frame playlist into others' media, or unread media.
        case unknown
        /// All media are known, by the first 16 bytes of their ``MediaDigest``.
        case known(digest: [UInt8])
        /// The playlist names only a part of the media under its keys, since segments were removed later.
        case part

        /// Creates the media of a rendition from their digest, or unknown media if it is nil.
        init(_ digest: [UInt8]?) {
            self = digest.map { .known(digest: Array($0.prefix(PublishedFile.digestByteCount))) } ?? .unknown
        }

        /// Indicates whether media that have the given digest are known to differ from these.
        package func differ(from digest: [UInt8]) -> Bool {
            guard case .known(let known) = self else { return false }
            return !digest.starts(with: known)
        }
    }

    /// A digest of the initialization sections in a file, in the order of their offsets.
    package struct SectionDigest: Hashable, Sendable {
        /// The digest, 16 bytes.
        let digest: [UInt8]
        /// The number of sections.
        package let count: Int
    }

    /// The path in the tree, to be compared by its bytes.
    package let path: String
    /// The size in bytes.
    package let size: UInt64
    /// The digests of the bytes.
    package let content: Content

    /// Creates a file from its parts.
    init(path: String, size: UInt64, content: Content) {
        self.path = path
        self.size = size
        self.content = content
    }

    /// Creates a playlist file from its bytes.
    package init(playlist path: String, _ bytes: [UInt8], _ media: PlaylistMedia = .unknown) {
        self.init(
            path: path,
            size: UInt64(bytes.count),
            content: .playlist(digest: Self.digest(of: bytes), PlaylistLineHashes(of: bytes), media)
        )
    }

    /// Indicates whether this is a playlist.
    package var isPlaylist: Bool {
        if case .playlist = content { true } else { false }
    }

    /// Indicates whether this is a playlist with these bytes.
    package func isPlaylist(_ bytes: [UInt8]) -> Bool {
        guard case .playlist(let digest, _, _) = content else { return false }
        return digest == Self.digest(of: bytes)
    }

    /// Indicates whether this is a playlist with these bytes from which segments were removed.
    package func isPart(_ bytes: [UInt8]) -> Bool {
        guard case .playlist(_, _, .part) = content else { return false }
        return isPlaylist(bytes)
    }

    /// Returns the truncated SHA-256 of the bytes of a small file.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.digest(of: bytes).prefix(digestByteCount))
    }

    /// Returns the digest of clear media: over the length and MAC of each media resource, in the order of
    /// offsets.
    package static func digest(of macs: [MediaMAC]) -> [UInt8] {
        digest(
            of: macs.flatMap { entry in
                (0..<8).map { UInt8(truncatingIfNeeded: entry.length >> (8 * $0)) } + entry.bytes
            }
        )
    }
}
