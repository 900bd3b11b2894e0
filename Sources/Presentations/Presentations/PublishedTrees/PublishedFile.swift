import Ciphers

/// A file of a published tree, and what tells it from another one under its name.
package struct PublishedFile: Sendable {
    /// Size of what tells the bytes of a file: the start of a SHA-256.
    static let digestByteCount = 16

    /// What is known of its bytes.
    package enum Content: Hashable, Sendable {
        /// All, line by line, and what is known of the media that it names.
        case playlist(digest: [UInt8], PlaylistOutline, PlaylistMedia)
        /// All: a file that is carried along.
        case companion(digest: [UInt8])
        /// Clear media, by the codes of so many units (``MediaCode``).
        case clearMedia(digest: [UInt8], units: Int)
        /// So many initialization sections whose sample entries say how samples are encrypted; nothing else: encrypted media, which
        /// their keys tell.
        case media(SectionDigest?)
    }

    /// What is known of the media that a playlist names.
    package enum PlaylistMedia: Hashable, Sendable {
        /// Nothing: a multivariant playlist, one of I-frames in the media of others, or media that nobody read since.
        case unknown
        /// All of them, by the start of their ``MediaDigest``, 16 bytes.
        case known(digest: [UInt8])
        /// Segments were cut since keys were used on all of them.
        case part

        /// Those of a rendition with a digest; nil for none.
        init(_ digest: [UInt8]?) {
            self = digest.map { .known(digest: Array($0.prefix(PublishedFile.digestByteCount))) } ?? .unknown
        }

        /// Whether media that are there, by their digest, are others.
        package func areOthers(than digest: [UInt8]) -> Bool {
            guard case .known(let known) = self else { return false }
            return !digest.starts(with: known)
        }
    }

    /// A digest of the initialization sections in a file, in the order in which they stand there.
    package struct SectionDigest: Hashable, Sendable {
        /// The digest, 16 bytes.
        let digest: [UInt8]
        /// The number of sections.
        package let count: Int
    }

    /// Its path in the tree; to be compared by its bytes.
    package let path: String
    /// Its bytes.
    package let size: UInt64
    /// What is known of them.
    package let content: Content

    /// A file from its parts.
    package init(path: String, size: UInt64, content: Content) {
        self.path = path
        self.size = size
        self.content = content
    }

    /// A playlist with these bytes.
    package init(playlist path: String, _ bytes: [UInt8], _ media: PlaylistMedia = .unknown) {
        self.init(
            path: path,
            size: UInt64(bytes.count),
            content: .playlist(digest: Self.digest(of: bytes), PlaylistOutline(of: bytes), media)
        )
    }

    /// Whether it is a playlist.
    package var isPlaylist: Bool {
        if case .playlist = content { true } else { false }
    }

    /// Whether it is a playlist with these bytes.
    package func isPlaylist(_ bytes: [UInt8]) -> Bool {
        guard case .playlist(let digest, _, _) = content else { return false }
        return digest == Self.digest(of: bytes)
    }

    /// Whether it is a playlist with these bytes from which segments were cut.
    package func isPart(_ bytes: [UInt8]) -> Bool {
        guard case .playlist(_, _, .part) = content else { return false }
        return isPlaylist(bytes)
    }

    /// What tells the bytes of a small file.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.digest(of: bytes).prefix(digestByteCount))
    }

    /// What tells clear media: of each unit, in the order in which they stand in the file, the length and the code that the
    /// digest of media takes of it.
    package static func digest(of units: [MediaCode]) -> [UInt8] {
        digest(
            of: units.flatMap { unit in
                (0..<8).map { UInt8(truncatingIfNeeded: unit.length >> (8 * $0)) } + unit.code
            }
        )
    }
}

/// What the digest of media takes of a unit: the length of its clear bytes or of its essence, and their code.
package struct MediaCode: Hashable, Sendable {
    /// What the code covers, in bytes.
    package let length: UInt64
    /// The code, 16 bytes.
    package let code: [UInt8]

    /// A code from its parts.
    package init(length: UInt64, code: [UInt8]) {
        self.length = length
        self.code = code
    }
}
