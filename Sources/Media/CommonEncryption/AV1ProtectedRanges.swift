import Bitstreams
import ElementaryStreams
package import SampleEncryption

/// Finds the tiles in the samples of an AV1 track, sample by sample in decoding order.
///
/// It starts where a segment starts: what frames there depend on has to be in the segment. All layers of a stream are
/// looked at.
///
/// Source: AV1 codec ISO media file format binding, section 4 (common encryption).
package struct AV1ProtectedRanges: Sendable {
    private var frames = AV1FrameSequence()

    /// - Parameter configuration: configOBUs of `av1C`; offsets in errors count from its start.
    /// - Throws: `SampleEncryptionError` where a unit or the sequence header cannot be parsed.
    package init(configuration: [UInt8]) throws(SampleEncryptionError) {
        do throws(ParseError) {
            var reader = ByteReader(configuration[...])
            while !reader.isAtEnd {
                let header = try AV1OBUHeader(reader.rest, at: reader.offset)
                try reader.skip(header.length)
                let payload = try reader.part(header.payloadLength ?? UInt32(clamping: reader.count))
                guard header.type == .sequenceHeader else { continue }
                try frames.take(AV1SequenceHeader(payload.rest, at: payload.offset), at: payload.offset)
            }
        } catch {
            throw .malformed(error)
        }
    }

    /// Appends the ranges of the next sample that are protected: one for each tile, from its first to its last byte.
    ///
    /// - Parameters:
    ///   - sample: its bytes.
    ///   - ranges: gets the ranges, in ascending order, within the sample; none are empty. The last tile of a group touches
    ///     the one before, and still is a range, and a subsample, of its own.
    /// - Throws: `SampleEncryptionError` for what cannot be parsed, and what reading throws. Nothing more can be appended
    ///   then.
    package mutating func append(of sample: inout some SampleBytes, to ranges: inout [Range<Int>]) throws {
        var position = 0
        while position < sample.count {
            let unit = try AV1SampleUnit(of: &sample, at: position)
            try append(unit, of: &sample, to: &ranges)
            position = unit.payload.upperBound
        }
        let end = sample.offset &+ UInt64(sample.count)
        try parsing { () throws(ParseError) in try frames.endTemporalUnit(at: end) }
    }

    private mutating func append(
        _ unit: AV1SampleUnit,
        of sample: inout some SampleBytes,
        to ranges: inout [Range<Int>]
    ) throws {
        switch unit.header.type {
        case .sequenceHeader:
            let header = try unit.parse(&sample) { bytes, offset throws(ParseError) in
                try AV1SequenceHeader(bytes, at: offset)
            }
            try parsing { () throws(ParseError) in try frames.take(header, at: unit.offset) }
        case .temporalDelimiter:
            try parsing { () throws(ParseError) in try frames.endTemporalUnit(at: unit.offset) }
        case .frameHeader: _ = try takeFrameHeader(unit, of: &sample)
        case .frame:
            let length = try takeFrameHeader(unit, of: &sample)
            try appendTiles(of: unit, in: &sample, behind: length, to: &ranges)
        case .tileGroup: try appendTiles(of: unit, in: &sample, behind: 0, to: &ranges)
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

    /// Takes the frame header at the start of a unit; gives its length.
    private mutating func takeFrameHeader(_ unit: AV1SampleUnit, of sample: inout some SampleBytes) throws
        -> Int
    {
        try checkLayer(unit)
        do {
            return try unit.parse(&sample) { bytes, offset throws(ParseError) in
                try frames.takeFrameHeader(bytes, at: offset, unit: unit.header)
            }
        } catch SampleEncryptionError.malformed(.missing(let offset, let what)) where frames.sequence != nil {
            throw SampleEncryptionError.unsupported(
                offset: offset,
                what: "an AV1 frame that depends on others outside of its segment: no \(what)",
                remedy:
                    "Encode it so that each segment begins with a key frame that is shown, and refers to none before"
            )
        }
    }

    /// A copy of the frame header says nothing new; there has to be a frame.
    private func checkRedundantHeader(_ unit: AV1SampleUnit) throws(SampleEncryptionError) {
        try checkLayer(unit)
        guard frames.isInsideFrame else {
            throw .malformed(.missing(offset: unit.offset, "frame header before OBU_REDUNDANT_FRAME_HEADER"))
        }
    }

    /// Layers that decoders leave out may use the reference slots as if the others were not there.
    private func checkLayer(_ unit: AV1SampleUnit) throws(SampleEncryptionError) {
        guard let layer = unit.header.layer, let point = frames.sequence?.operatingPoints.first,
            !point.contains(layer)
        else { return }
        throw .unsupported(
            offset: unit.offset,
            what:
                "AV1 of temporal layer \(layer.temporalID) and spatial layer \(layer.spatialID), which the first "
                + "operating point does not have",
            remedy: "Remove this layer, or encode it with all layers in the first operating point"
        )
    }

    private mutating func appendTiles(
        of unit: AV1SampleUnit,
        in sample: inout some SampleBytes,
        behind headerLength: Int,
        to ranges: inout [Range<Int>]
    ) throws {
        try checkLayer(unit)
        let end = unit.payload.upperBound
        var position = unit.payload.lowerBound + headerLength
        let group = try unit.parse(&sample, at: position, upTo: AV1TileGroupHeader.maximumLength) {
            bytes,
            offset throws(ParseError) in
            try frames.takeTileGroupHeader(bytes, at: offset, unit: unit.header)
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
                        found: "of \(length) bytes",
                        expected: "at least 1, and at most the \(end - position) that are left"
                    )
                )
            }
            ranges.append(position..<position + length)
            position += length
        }
    }
}
