import Bitstreams
import Muxing
import Testing

/// Functions that generate renditions and read their bytes.
enum RenditionReading {
    /// Returns the rendition of all segments.
    static func rendition(_ maker: some SegmentMuxer) throws -> GeneratedRendition {
        try rendition(maker, (0..<maker.segmentCount).map { $0 })
    }

    private static func rendition<Maker: SegmentMuxer>(
        _ maker: Maker,
        _ indices: [Int]
    ) throws -> GeneratedRendition {
        var drafts: [Maker.Draft] = []
        for index in indices { drafts.append(try maker.draft(index)) }
        return try maker.rendition(of: drafts)
    }

    /// Returns all bytes of a source, read in pieces of `size` bytes.
    static func all(_ source: any ByteSource, by size: Int = 1_000) throws -> [UInt8] {
        let reader = try source.makeReader()
        var bytes: [UInt8] = []
        while true {
            let piece = try reader.bytes(size, at: UInt64(bytes.count))
            bytes += piece
            if piece.count < size { break }
        }
        #expect(UInt64(bytes.count) == source.size)
        return bytes
    }

    /// Returns the concatenation of all files.
    static func all(_ rendition: GeneratedRendition) throws -> [UInt8] {
        try rendition.files.reduce([]) { $0 + (try all($1.bytes)) }
    }
}
