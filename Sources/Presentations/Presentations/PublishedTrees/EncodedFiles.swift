/// The files of a published tree in the encoding of a record, decoded one by one on demand.
///
/// The encoding of a file: its path without the prefix that it shares with the previous path, its size, its
/// kind, and the data of its kind. Numbers are unsigned LEB128.
package struct EncodedFiles: Sendable, Sequence {
    private enum Kind: UInt8 {
        case playlist, companion, clearMedia, media
        // Since version 2.
        case partOfPlaylist, mediaWithSections, playlistWithMedia

        /// Indicates whether version 1 of the encoding lacks this kind.
        var requiresVersion2: Bool { rawValue >= Kind.partOfPlaylist.rawValue }
    }

    private(set) var bytes: ArraySlice<UInt8> = []
    /// The path appended last, in bytes of UTF-8.
    private var lastPath: [UInt8] = []

    /// Indicates whether there are files of kinds that version 1 of the encoding lacks.
    private(set) var needsVersion2 = false

    init() {}

    /// Decodes a list to check it, or returns nil if the bytes are not an encoded list.
    init?(decoding bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        var iterator = makeIterator()
        while iterator.next() != nil {}
        guard iterator.isAtEnd else { return nil }
        needsVersion2 = iterator.hasVersion2Kinds
    }

    package func makeIterator() -> Iterator { Iterator(bytes) }

    /// Appends a file, whose path follows those appended before in the order of bytes.
    mutating func append(_ file: PublishedFile) {
        let path = Array(file.path.utf8)
        let shared = zip(lastPath, path).prefix { $0 == $1 }.count
        bytes.append(number: UInt64(shared))
        bytes.append(number: UInt64(path.count - shared))
        bytes += path[shared...]
        bytes.append(number: file.size)
        append(file.content)
        lastPath = path
    }

    private mutating func append(_ content: PublishedFile.Content) {
        switch content {
        case .playlist(let digest, let lineHashes, let media):
            switch media {
            case .unknown: append(.playlist)
            case .part: append(.partOfPlaylist)
            case .known(let mediaDigest):
                append(.playlistWithMedia)
                bytes += mediaDigest
            }
            bytes += digest
            bytes.append(lineHashes.shift)
            bytes.append(number: UInt64(lineHashes.hashes.count))
            for hash in lineHashes.hashes {
                for shift in stride(from: 0, to: 32, by: 8) {
                    bytes.append(UInt8(truncatingIfNeeded: hash >> shift))
                }
            }
        case .companion(let digest):
            append(.companion)
            bytes += digest
        case .clearMedia(let digest, let resourceCount):
            append(.clearMedia)
            bytes += digest
            bytes.append(number: UInt64(resourceCount))
        case .media(let sections):
            append(sections == nil ? .media : .mediaWithSections)
            guard let sections else { return }
            bytes += sections.digest
            bytes.append(number: UInt64(sections.count))
        }
    }

    private mutating func append(_ kind: Kind) {
        bytes.append(kind.rawValue)
        needsVersion2 = needsVersion2 || kind.requiresVersion2
    }

    /// Decodes the files in order, and ends early at bytes that are not an encoded file.
    package struct Iterator: IteratorProtocol {
        private var reader: ListingReader
        private var path: [UInt8] = []

        fileprivate init(_ bytes: ArraySlice<UInt8>) { reader = ListingReader(bytes) }

        /// Indicates whether all bytes were decoded.
        fileprivate private(set) var isAtEnd = false
        /// Indicates whether a decoded file is of a kind that version 1 of the encoding lacks.
        fileprivate private(set) var hasVersion2Kinds = false

        package mutating func next() -> PublishedFile? {
            guard !reader.isAtEnd else {
                isAtEnd = true
                return nil
            }
            guard let shared = reader.number(), shared <= path.count,
                let rest = reader.number().flatMap({ reader.bytes($0) }),
                let size = reader.number()
            else { return nil }
            path.removeSubrange(Int(shared)...)
            path += rest
            return content().map {
                PublishedFile(path: String(decoding: path, as: UTF8.self), size: size, content: $0)
            }
        }

        private mutating func content() -> PublishedFile.Content? {
            guard let kind = reader.byte().flatMap(Kind.init(rawValue:)) else { return nil }
            hasVersion2Kinds = hasVersion2Kinds || kind.requiresVersion2
            switch kind {
            case .media: return .media(nil)
            case .mediaWithSections:
                guard let digest = digest() else { return nil }
                return reader.number().map { .media(.init(digest: digest, count: Int(clamping: $0))) }
            case .companion: return digest().map { .companion(digest: $0) }
            case .clearMedia:
                guard let digest = digest() else { return nil }
                return reader.number().map { .clearMedia(digest: digest, resourceCount: Int(clamping: $0)) }
            case .playlist: return playlist(.unknown)
            case .partOfPlaylist: return playlist(.part)
            case .playlistWithMedia: return digest().flatMap { playlist(.known(digest: $0)) }
            }
        }

        private mutating func playlist(_ media: PublishedFile.PlaylistMedia) -> PublishedFile.Content? {
            guard let digest = digest() else { return nil }
            return lineHashes().map { .playlist(digest: digest, $0, media) }
        }

        private mutating func digest() -> [UInt8]? {
            reader.bytes(UInt64(PublishedFile.digestByteCount)).map(Array.init)
        }

        private mutating func lineHashes() -> PlaylistLineHashes? {
            guard let shift = reader.byte(), shift < 32, let count = reader.number(), count < 1 << 32,
                let hashBytes = reader.bytes(4 * count)
            else { return nil }
            let offsets = stride(from: hashBytes.startIndex, to: hashBytes.endIndex, by: 4)
            return PlaylistLineHashes(
                shift: shift,
                hashes: offsets.map { offset in
                    (0..<4).reduce(0) { $0 | UInt32(hashBytes[offset + $1]) << (8 * $1) }
                }
            )
        }
    }
}
