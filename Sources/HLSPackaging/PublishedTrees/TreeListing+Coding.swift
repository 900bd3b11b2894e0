import KeyStore

/// The form of a listing in a record: numbers in groups of 7 bits, lowest first; of a path what it does not share with the one
/// before.
extension TreeListing {
    private static let version: UInt8 = 1

    private enum Kind: UInt8 {
        case playlist, companion, clearMedia, media, partOfPlaylist, mediaWithSections
    }

    /// The bytes of the listing.
    var encoded: [UInt8] {
        var bytes = [Self.version]
        bytes.append(number: UInt64(entry.utf8.count))
        bytes += entry.utf8
        var previous: [UInt8] = []
        for file in files {
            let path = Array(file.path.utf8)
            let shared = zip(previous, path).prefix { $0 == $1 }.count
            bytes.append(number: UInt64(shared))
            bytes.append(number: UInt64(path.count - shared))
            bytes += path[shared...]
            bytes.append(number: file.size)
            Self.append(file.content, to: &bytes)
            previous = path
        }
        return bytes
    }

    private static func append(_ content: PublishedFile.Content, to bytes: inout [UInt8]) {
        switch content {
        case .playlist(let digest, let outline, let isPart):
            bytes.append((isPart ? Kind.partOfPlaylist : .playlist).rawValue)
            bytes += digest
            bytes.append(outline.shift)
            bytes.append(number: UInt64(outline.numbers.count))
            for number in outline.numbers {
                for shift in stride(from: 0, to: 32, by: 8) {
                    bytes.append(UInt8(truncatingIfNeeded: number >> shift))
                }
            }
        case .companion(let digest):
            bytes.append(Kind.companion.rawValue)
            bytes += digest
        case .clearMedia(let digest, let units):
            bytes.append(Kind.clearMedia.rawValue)
            bytes += digest
            bytes.append(number: UInt64(units))
        case .media(let sections):
            bytes.append((sections == nil ? Kind.media : .mediaWithSections).rawValue)
            guard let sections else { return }
            bytes += sections.digest
            bytes.append(number: UInt64(sections.count))
        }
    }

    /// The listing that gave these bytes; nil for others.
    init?(decoding bytes: [UInt8]) {
        var reader = ListingReader(bytes)
        guard reader.byte() == Self.version, let entry = reader.text() else { return nil }
        var files: [PublishedFile] = []
        var path: [UInt8] = []
        while !reader.isAtEnd {
            guard let shared = reader.number(), shared <= path.count,
                let rest = reader.number().flatMap({ reader.bytes($0) }),
                let size = reader.number()
            else { return nil }
            path = Array(path.prefix(Int(shared)) + rest)
            guard let content = Self.content(&reader) else { return nil }
            files.append(
                PublishedFile(path: String(decoding: path, as: UTF8.self), size: size, content: content)
            )
        }
        self.init(entry: entry, files: files)
    }

    private static func content(_ reader: inout ListingReader) -> PublishedFile.Content? {
        guard let kind = reader.byte().flatMap(Kind.init(rawValue:)) else { return nil }
        if kind == .media { return .media(nil) }
        guard let digest = reader.bytes(UInt64(PublishedFile.digestByteCount)).map(Array.init) else {
            return nil
        }
        switch kind {
        case .media: return .media(nil)
        case .mediaWithSections:
            return reader.number().map { .media(.init(digest: digest, count: Int(clamping: $0))) }
        case .companion: return .companion(digest: digest)
        case .clearMedia:
            return reader.number().map { .clearMedia(digest: digest, units: Int(clamping: $0)) }
        case .playlist, .partOfPlaylist:
            guard let shift = reader.byte(), shift < 32, let count = reader.number(), count < 1 << 32,
                let numbers = reader.bytes(4 * count)
            else { return nil }
            let places = stride(from: numbers.startIndex, to: numbers.endIndex, by: 4)
            return .playlist(
                digest: digest,
                PlaylistOutline(
                    shift: shift,
                    numbers: places.map { place in
                        (0..<4).reduce(0) { $0 | UInt32(numbers[place + $1]) << (8 * $1) }
                    }
                ),
                isPart: kind == .partOfPlaylist
            )
        }
    }
}

/// Reads what a listing is written in; nil is where the bytes end too early.
private struct ListingReader {
    private var rest: ArraySlice<UInt8>

    var isAtEnd: Bool { rest.isEmpty }

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func bytes(_ count: UInt64) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    mutating func number() -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 63, by: 7) {
            guard let byte = byte() else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        return nil
    }

    mutating func text() -> String? {
        number().flatMap { bytes($0) }.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension [UInt8] {
    fileprivate mutating func append(number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}
