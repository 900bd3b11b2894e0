import Bitstreams
import ElementaryStreams
package import SampleEncryption
import TextFormats

/// Finds the tile data to encrypt in the samples of an AV1 track, sample by sample in decoding order.
///
/// The first sample has to be the first of a segment: frames may depend only on frames of the same segment.
/// All layers of a stream are parsed.
///
/// Source: AV1 codec ISO media file format binding, section 4 (common encryption).
package struct TileDataFinder: Sendable {
    private var decodingState = AV1DecodingState()

    /// - Parameter configuration: configOBUs of `av1C`; offsets in errors count from its start.
    /// - Throws: `SampleEncryptionError` if an OBU header or the sequence header cannot be parsed.
    package init(configuration: [UInt8]) throws(SampleEncryptionError) {
        do throws(ParseError) {
            var reader = ByteReader(configuration[...])
            while !reader.isAtEnd {
                let header = try AV1OBUHeader(reader.remainingBytes, at: reader.offset)
                try reader.skip(header.length)
                let payload = try reader.subreader(header.payloadLength ?? UInt32(clamping: reader.count))
                guard header.type == .sequenceHeader else { continue }
                try decodingState.processSequenceHeader(
                    AV1SequenceHeader(payload.remainingBytes, at: payload.offset),
                    at: payload.offset
                )
            }
        } catch {
            throw .malformed(error)
        }
    }

    /// Appends the protected ranges of the next sample: one per tile, from its first to its last byte.
    ///
    /// - Parameters:
    ///   - sample: the sample.
    ///   - ranges: the array to append to; ranges are relative to the sample, in ascending order and not
    ///     empty. The last tile of a tile group directly follows the tile before it, but is a range, and
    ///     later a subsample, of its own.
    /// - Throws: `SampleEncryptionError` if the sample cannot be parsed; and any error of reading. No further
    ///   sample can be appended after an error.
    package mutating func append(of sample: inout some SampleBytes, to ranges: inout [Range<Int>]) throws {
        var position = 0
        while position < sample.count {
            let unit = try AV1SampleOBU(of: &sample, at: position)
            try append(unit, of: &sample, to: &ranges)
            position = unit.payload.upperBound
        }
        let end = sample.offset &+ UInt64(sample.count)
        try wrappingParseErrors { () throws(ParseError) in try decodingState.endTemporalUnit(at: end) }
    }

    private mutating func append(
        _ unit: AV1SampleOBU,
        of sample: inout some SampleBytes,
        to ranges: inout [Range<Int>]
    ) throws {
        switch unit.header.type {
        case .sequenceHeader:
            let header = try unit.parse(&sample) { bytes, offset throws(ParseError) in
                try AV1SequenceHeader(bytes, at: offset)
            }
            try wrappingParseErrors { () throws(ParseError) in
                try decodingState.processSequenceHeader(header, at: unit.offset)
            }
        case .temporalDelimiter:
            try wrappingParseErrors { () throws(ParseError) in
                try decodingState.endTemporalUnit(at: unit.offset)
            }
        case .frameHeader: _ = try parseFrameHeader(unit, of: &sample)
        case .frame:
            let length = try parseFrameHeader(unit, of: &sample)
            try appendTiles(of: unit, in: &sample, after: length, to: &ranges)
        case .tileGroup: try appendTiles(of: unit, in: &sample, after: 0, to: &ranges)
        case .redundantFrameHeader: try checkRedundantHeader(unit)
        case .tileList:
            throw SampleEncryptionError.unsupported(
                offset: unit.offset,
                what: "OBU_TILE_LIST of AV1",
                remedy: "Encode it without large scale tiles"
            )
        default: break
        }
    }

    /// Parses the frame header at the start of an OBU and returns its length in bytes.
    private mutating func parseFrameHeader(_ unit: AV1SampleOBU, of sample: inout some SampleBytes) throws
        -> Int
    {
        try checkLayer(unit)
        do {
            return try unit.parse(&sample) { bytes, offset throws(ParseError) in
                try decodingState.processFrameHeader(bytes, at: offset, obuHeader: unit.header)
            }
        } catch SampleEncryptionError.malformed(.missing(let offset, let what))
            where decodingState.sequence != nil
        {
            throw SampleEncryptionError.unsupported(
                offset: offset,
                what: "an AV1 frame that depends on frames outside of its segment: no \(what)",
                remedy:
                    "Encode it so that each segment begins with a shown key frame and refers to no frame before the segment"
            )
        }
    }

    /// Throws unless a frame has begun; the redundant copy of its header needs no parsing.
    private func checkRedundantHeader(_ unit: AV1SampleOBU) throws(SampleEncryptionError) {
        try checkLayer(unit)
        guard decodingState.isInsideFrame else {
            throw .malformed(.missing(offset: unit.offset, "frame header before OBU_REDUNDANT_FRAME_HEADER"))
        }
    }

    /// Throws if an OBU belongs to a layer outside of the first operating point.
    ///
    /// A decoder may drop such layers and update its reference frames as if they did not exist, which would
    /// lead to other frame headers than parsed here.
    private func checkLayer(_ unit: AV1SampleOBU) throws(SampleEncryptionError) {
        guard let layer = unit.header.layer,
            let operatingPoint = decodingState.sequence?.operatingPoints.first,
            !operatingPoint.contains(layer)
        else { return }
        throw .unsupported(
            offset: unit.offset,
            what:
                "AV1 of temporal layer \(layer.temporalID) and spatial layer \(layer.spatialID), which the first "
                + "operating point does not have",
            remedy: "Remove this layer, or encode the video with all layers in the first operating point"
        )
    }

    private mutating func appendTiles(
        of unit: AV1SampleOBU,
        in sample: inout some SampleBytes,
        after headerLength: Int,
        to ranges: inout [Range<Int>]
    ) throws {
        try checkLayer(unit)
        let end = unit.payload.upperBound
        var position = unit.payload.lowerBound + headerLength
        let group = try unit.parse(&sample, at: position, upTo: AV1TileGroupHeader.maximumLength) {
            bytes,
            offset throws(ParseError) in
            try decodingState.processTileGroupHeader(bytes, at: offset, obuHeader: unit.header)
        }
        position += group.length
        for tile in group.tiles {
            var length = end - position
            if tile < group.tiles.upperBound {
                length = try unit.parse(&sample, at: position, upTo: group.tileSizeLength) {
                    bytes,
                    offset throws(ParseError) in try group.tileSize(bytes, at: offset)
                }
                position += group.tileSizeLength
            }
            guard length > 0, length <= end - position else {
                throw SampleEncryptionError.malformed(
                    .invalid(
                        offset: sample.offset &+ UInt64(position),
                        field: "tile \(tile)",
                        found: "of \(CountText.text(length, "byte"))",
                        expected: "at least 1, and at most the \(end - position) that are left"
                    )
                )
            }
            ranges.append(position..<position + length)
            position += length
        }
    }
}
