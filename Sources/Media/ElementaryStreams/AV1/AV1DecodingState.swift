package import Bitstreams

/// The decoding state of an AV1 stream, as far as later headers and tiles depend on it (AV1, 5.9 to 5.11 and
/// 7.20).
///
/// Callers pass the OBUs of each temporal unit in order. A method that throws leaves the state unchanged.
package struct AV1DecodingState: Sendable {
    /// A frame with a header, some of whose tiles are still to come.
    private struct UnfinishedFrame: Sendable {
        var header: AV1FrameHeader
        var tiles: AV1TileInfo
        var nextTile: Int
    }

    /// The sequence header in force, or nil before the first one.
    package private(set) var sequence: AV1SequenceHeader?
    private var references = AV1ReferenceFrames()
    private var unfinishedFrame: UnfinishedFrame?

    /// Creates the state before the first OBU.
    package init() {}

    /// Indicates whether a frame has a header and some of its tiles are still to come (SeenFrameHeader).
    package var isInsideFrame: Bool { unfinishedFrame != nil }

    /// Processes a sequence header.
    ///
    /// A header that differs from the previous one begins another coded video sequence. The first frame of
    /// that sequence refers to no earlier frame.
    package mutating func processSequenceHeader(_ header: AV1SequenceHeader, at offset: UInt64)
        throws(ParseError)
    {
        guard header != sequence else { return }
        guard unfinishedFrame == nil else {
            throw .invalid(
                offset: offset,
                field: "sequence header",
                found: "that changes between the tiles of a frame",
                expected: "the same one"
            )
        }
        sequence = header
        references = AV1ReferenceFrames()
    }

    /// Processes the frame header at the start of an OBU_FRAME_HEADER or OBU_FRAME.
    ///
    /// - Parameters:
    ///   - payload: the payload of the OBU, or at least the part that contains the header.
    ///   - offset: the offset of the payload in the stream, for errors.
    ///   - obuHeader: the header of the OBU.
    /// - Returns: the length of the frame header in bytes, including the bits up to the next byte boundary.
    /// - Throws: `.truncated` if `payload` ends within the header, `.missing` if the header depends on a
    ///   sequence header or frame that was not seen, `.invalid` if a field has a forbidden value.
    package mutating func processFrameHeader(
        _ payload: ArraySlice<UInt8>,
        at offset: UInt64,
        obuHeader: AV1OBUHeader
    ) throws(ParseError) -> Int {
        guard let sequence else { throw .missing(offset: offset, "sequence header before the first frame") }
        guard unfinishedFrame == nil else {
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
            layer: obuHeader.layer ?? .base,
            references: references
        )
        let header = try parser.readHeader()
        if obuHeader.type == .frame {
            try parser.reader.alignToByte()
        } else {
            try parser.reader.skipTrailingBits()
        }
        switch header.purpose {
        case .coding(let tiles):
            unfinishedFrame = UnfinishedFrame(header: header, tiles: tiles, nextTile: 0)
        case .showing:
            guard obuHeader.type != .frame else {
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

    /// Processes the start of a tile group, in an OBU_TILE_GROUP or after the frame header of an OBU_FRAME.
    ///
    /// - Parameters:
    ///   - bytes: the start of the tile group.
    ///   - offset: the offset of the first byte in the stream.
    ///   - obuHeader: the header of the OBU.
    /// - Returns: the tiles of the group. A group with the last tile of the frame completes the frame.
    /// - Throws: `ParseError` if bytes are missing or the tile group does not fit the frame.
    package mutating func processTileGroupHeader(
        _ bytes: ArraySlice<UInt8>,
        at offset: UInt64,
        obuHeader: AV1OBUHeader
    ) throws(ParseError) -> AV1TileGroupHeader {
        guard let frame = unfinishedFrame else { throw .missing(offset: offset, "frame header before tiles") }
        let group = try AV1TileGroupHeader(
            bytes,
            at: offset,
            info: frame.tiles,
            firstTile: frame.nextTile,
            isInFrame: obuHeader.type == .frame
        )
        if group.tiles.upperBound == frame.tiles.count - 1 {
            unfinishedFrame = nil
            finish(frame.header)
        } else {
            unfinishedFrame?.nextTile = group.tiles.upperBound + 1
        }
        return group
    }

    /// Ends a temporal unit, or throws `.missing` if a frame in it lacks tiles.
    package func endTemporalUnit(at offset: UInt64) throws(ParseError) {
        guard let unfinishedFrame else { return }
        throw .missing(offset: offset, "tile \(unfinishedFrame.nextTile) of \(unfinishedFrame.tiles.count)")
    }

    private mutating func finish(_ header: AV1FrameHeader) {
        references = header.references
        references.store(header.reference, in: header.refreshFlags)
    }
}
