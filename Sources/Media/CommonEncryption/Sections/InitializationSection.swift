import Bitstreams
import ISOBaseMedia
package import ProtectionTerms
package import SampleEncryption

/// An fMP4 initialization section: `ftyp`, `moov` and other top-level boxes.
package struct InitializationSection: Sendable {
    /// The parameters for protecting an initialization section.
    package struct Protection: Hashable, Sendable {
        /// The protection scheme.
        var scheme: ProtectionScheme
        /// default_KID, 16 bytes.
        var keyID: [UInt8]
        /// The constant IV of cbcs, 16 bytes.
        var constantIV: [UInt8]
        /// Indicates whether the clear sample entries follow the encrypted ones, for a clear lead (RFC
        /// 8216bis authoring 13.10).
        var keepsClearEntries: Bool
        /// The `pssh` boxes to append to `moov`, headers included.
        var systemHeaders: [[UInt8]]

        /// Creates parameters.
        package init(
            scheme: ProtectionScheme,
            keyID: [UInt8],
            constantIV: [UInt8],
            keepsClearEntries: Bool = false,
            systemHeaders: [[UInt8]] = []
        ) {
            self.scheme = scheme
            self.keyID = keyID
            self.constantIV = constantIV
            self.keepsClearEntries = keepsClearEntries
            self.systemHeaders = systemHeaders
        }
    }

    /// The size in bytes of the largest initialization section that is accepted, because it is kept in
    /// memory.
    static let sizeLimit = 16 << 20

    /// The bytes of the initialization section.
    package let bytes: [UInt8]
    /// The tracks and sample entries.
    package let movie: MovieFormat

    let boxes: [BoxNode]

    /// Reads an initialization section, clear or protected.
    ///
    /// - Parameter bytes: the whole initialization section.
    /// - Throws: `SampleEncryptionError` if it is malformed or not supported.
    package init(_ bytes: [UInt8]) throws(SampleEncryptionError) {
        guard bytes.count <= Self.sizeLimit else {
            throw .malformed(
                .invalid(
                    offset: 0,
                    field: "initialization section",
                    found: "of \(bytes.count) bytes",
                    expected: "at most \(Self.sizeLimit)"
                )
            )
        }
        self.bytes = bytes
        boxes = try wrappingParseErrors { () throws(ParseError) in
            var reader = BoxTreeReader()
            return try reader.nodes(ByteReader(bytes[...]))
        }
        movie = try Self.movie(boxes, bytes)
    }

    private static func movie(
        _ boxes: [BoxNode],
        _ bytes: [UInt8]
    ) throws(SampleEncryptionError) -> MovieFormat {
        var movieBox: BoxNode?
        for box in boxes {
            switch box.type {
            case "moov":
                guard movieBox == nil else { throw .malformed(box.box.repeatedBoxError) }
                movieBox = box
            case "mdat", "moof":
                throw .unsupported(
                    offset: box.offset,
                    what: "box '\(box.type)' in an initialization section",
                    remedy: "Name nothing but 'ftyp' and 'moov' in EXT-X-MAP"
                )
            default: break
            }
        }
        guard let movieBox else { throw .malformed(.missing(offset: 0, "box 'moov'")) }
        let end = Int(movieBox.offset + movieBox.size)
        let body = bytes[Int(movieBox.bodyOffset)..<end]
        let box = Box(type: "moov", offset: movieBox.offset, bodyOffset: movieBox.bodyOffset, body: body)
        let movie = try MovieFormat(box, movieBox)
        if !movie.isEncrypted, let header = movieBox.children.first(where: \.isPSSH) {
            throw .alreadyEncrypted(
                offset: header.offset,
                what: "box '\(header.type)' with the data of a key system in box 'moov'"
            )
        }
        if !movie.isEncrypted { try requireNoKeyGroups(in: movieBox) }
        return movie
    }

    /// Throws if a track names keys in sample groups, which would stay in force beside ours.
    private static func requireNoKeyGroups(in movieBox: BoxNode) throws(SampleEncryptionError) {
        for track in movieBox.all("trak") {
            let table = try wrappingParseErrors { () throws(ParseError) in
                try track.only("mdia").only("minf").only("stbl")
            }
            for box in table.children where box.type == "sgpd" || box.type == "sbgp" {
                let type = try wrappingParseErrors { () throws(ParseError) in
                    try SampleToGroupBox.groupingType(of: box.box)
                }
                guard type != SampleEncryptionGroup.type else {
                    throw .alreadyEncrypted(offset: box.offset, what: "sample group 'seig' in 'stbl'")
                }
            }
        }
    }
}

extension BoxNode {
    /// Indicates whether the box is `pssh`, or its older form in a `uuid` box (Protected Interoperable File
    /// Format, 5.3.1).
    var isPSSH: Bool { type == "pssh" || extendedType.elementsEqual(Self.olderSystemHeader) }

    private static let olderSystemHeader: [UInt8] = [
        0xD0, 0x8A, 0x4F, 0x18, 0x10, 0xF3, 0x4A, 0x82, 0xB6, 0xC8, 0x32, 0xD8, 0xAB, 0xA1, 0x83, 0xD3,
    ]
}

extension InitializationSection {
    /// Returns the bytes of the clear initialization section that this one was protected from.
    ///
    /// This reverses `protected` byte for byte. A clear initialization section is returned as it is.
    package func clear() throws(SampleEncryptionError) -> [UInt8] {
        guard movie.isEncrypted else { return bytes }
        var boxes = boxes
        for index in boxes.indices where boxes[index].type == "moov" {
            boxes[index].children.removeAll { $0.isPSSH }
            var tracks = movie.tracks[...]
            try boxes[index].updateAll("trak") { track throws(SampleEncryptionError) in
                guard let format = tracks.popFirst() else { return }
                try track.updateSampleDescriptions { descriptions throws(SampleEncryptionError) in
                    try Self.clear(&descriptions, format)
                }
            }
        }
        return boxes.flatMap(\.bytes)
    }

    /// Restores the encrypted entries and removes the clear ones that follow them for a clear lead.
    private static func clear(
        _ descriptions: inout BoxNode,
        _ track: MovieTrackFormat
    ) throws(SampleEncryptionError) {
        let encryptedCount = track.entries.count { $0.encryption != nil }
        guard encryptedCount > 0 else { return }
        for (index, entry) in zip(descriptions.children.indices, track.entries)
        where entry.encryption != nil {
            descriptions.children[index].type = entry.format
            descriptions.children[index].removeAll("sinf")
        }
        let entries = descriptions.children
        guard encryptedCount < entries.count else { return }
        let half = entries.count / 2
        let hasClearCopies =
            entries.count % 2 == 0 && track.entries.prefix(half).allSatisfy { $0.encryption != nil }
            && entries.prefix(half).map(\.bytes) == entries.suffix(half).map(\.bytes)
        guard hasClearCopies else {
            throw .unsupported(
                offset: descriptions.offset,
                what:
                    "clear sample entries of track \(track.trackID) that do not correspond to the encrypted ones before them",
                remedy: "Protect the clear media again"
            )
        }
        descriptions.children = Array(entries.prefix(half))
        descriptions.updateEntryCount()
    }
}
