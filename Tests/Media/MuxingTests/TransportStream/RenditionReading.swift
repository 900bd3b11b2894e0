import Bitstreams
import Muxing
import Testing

/// Functions that generate renditions and read their bytes.
enum RenditionReading {
    /// Returns the rendition of all segments.
    static func rendition(_ muxer: some SegmentMuxer) throws -> GeneratedRendition {
        try rendition(muxer, (0..<muxer.segmentCount).map { $0 })
    }

    private static func rendition<Muxer: SegmentMuxer>(
        _ muxer: Muxer,
        _ indices: [Int]
    ) throws -> GeneratedRendition {
        var drafts: [Muxer.Draft] = []
        for index in indices { drafts.append(try muxer.draft(index)) }
        return try muxer.rendition(of: drafts)
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
