package import Bitstreams

/// What was decoded so far of a run of AV1 frames, as far as the headers and tiles of the next ones depend on it
/// (AV1, 5.9 to 5.11 and 7.20).
///
/// Its user hands it the units of each temporal unit in order. What it throws leaves it as it was.
package struct AV1FrameSequence: Sendable {
    /// A frame that has a header, and not yet all of its tiles.
    private struct Unfinished: Sendable {
        var header: AV1FrameHeader
        var tiles: AV1TileInfo
        var nextTile: Int
    }

    /// The sequence header in force; nil before the first one.
    package private(set) var sequence: AV1SequenceHeader?
    private var references = AV1ReferenceFrames()
    private var unfinished: Unfinished?

    /// Nothing decoded yet.
    package init() {}

    /// SeenFrameHeader: whether a frame has a header, and not yet all of its tiles.
    package var isInsideFrame: Bool { unfinished != nil }

    /// Takes a sequence header.
    ///
    /// One that differs begins another coded video sequence, whose first frame refers to none before.
    package mutating func take(_ header: AV1SequenceHeader, at offset: UInt64) throws(ParseError) {
        guard header != sequence else { return }
        guard unfinished == nil else {
            throw .invalid(
                offset: offset,
                field: "sequence header",
                found: "another one between the tiles of a frame",
                expected: "the same one"
            )
        }
        sequence = header
        references = AV1ReferenceFrames()
    }

    /// Takes the frame header at the start of an OBU_FRAME_HEADER or OBU_FRAME.
    ///
    /// - Parameters:
    ///   - payload: the payload of the unit, or as much of its start as the header takes.
    ///   - offset: where it stands in the stream.
    ///   - unit: the header of the unit.
    /// - Returns: bytes of the header, in an OBU_FRAME with the zero bits up to the next byte.
    /// - Throws: `.truncated` where it ends inside of the header, `.missing` where it depends on a sequence header or frame
    ///   that was not seen, others where it cannot be parsed.
    package mutating func takeFrameHeader(
        _ payload: ArraySlice<UInt8>,
        at offset: UInt64,
        unit: AV1OBUHeader
    ) throws(ParseError) -> Int {
        guard let sequence else { throw .missing(offset: offset, "sequence header before the first frame") }
        guard unfinished == nil else {
            throw .invalid(
                offset: offset,
                field: "frame header",
                found: "before the last tile of a frame",
                expected: "its tiles first"
            )
        }
        var parser = AV1FrameHeaderParser(
            BitReader(payload, at: offset),
            sequence: sequence,
            layer: unit.layer ?? .base,
            references: references
        )
        let header = try parser.header()
        if unit.type == .frame {
            try parser.reader.alignToByte()
        } else {
            try parser.reader.skipTrailingBits()
        }
        switch header.purpose {
        case .coding(let tiles):
            unfinished = Unfinished(header: header, tiles: tiles, nextTile: 0)
        case .showing:
            guard unit.type != .frame else {
                throw .invalid(
                    offset: offset,
                    field: "show_existing_frame in OBU_FRAME",
                    found: "1",
                    expected: "0"
                )
            }
            finish(header)
        }
        return payload.count - parser.reader.count / 8
    }

    /// Takes the start of a tile group, in an OBU_TILE_GROUP or behind the frame header of an OBU_FRAME.
    ///
    /// - Parameters:
    ///   - bytes: the start of the tile group.
    ///   - offset: where it stands in the stream.
    ///   - unit: the header of the unit.
    /// - Returns: which tiles follow; behind the last one of the frame, it is complete.
    /// - Throws: `ParseError` where bytes are missing or it does not fit the frame.
    package mutating func takeTileGroupHeader(
        _ bytes: ArraySlice<UInt8>,
        at offset: UInt64,
        unit: AV1OBUHeader
    ) throws(ParseError) -> AV1TileGroupHeader {
        guard let frame = unfinished else { throw .missing(offset: offset, "frame header before tiles") }
        let group = try AV1TileGroupHeader(
            bytes,
            at: offset,
            info: frame.tiles,
            firstTile: frame.nextTile,
            isInFrame: unit.type == .frame
        )
        if group.tiles.upperBound == frame.tiles.count - 1 {
            unfinished = nil
            finish(frame.header)
        } else {
            unfinished?.nextTile = group.tiles.upperBound + 1
        }
        return group
    }

    /// Ends a temporal unit, whose frames are complete.
    package func endTemporalUnit(at offset: UInt64) throws(ParseError) {
        guard let unfinished else { return }
        throw .missing(offset: offset, "tile \(unfinished.nextTile) of \(unfinished.tiles.count)")
    }

    private mutating func finish(_ header: AV1FrameHeader) {
        references = header.references
        references.keep(header.reference, in: header.refreshFlags)
    }
}
