package import Bitstreams

/// The start of tile_group_obu, which gives the tiles of the group (AV1, 5.11.1).
package struct AV1TileGroupHeader: Hashable, Sendable {
    /// The largest length in bytes: a flag and two numbers of up to 12 bits.
    package static let maximumLength = 4

    /// The numbers of the tiles, tg_start to tg_end.
    package let tiles: ClosedRange<Int>
    /// The length of the header, in bytes.
    package let length: Int
    /// TileSizeBytes: the number of bytes of the size before each tile of the group except the last one.
    package let tileSizeLength: Int

    /// Parses the start of a tile group.
    ///
    /// - Parameters:
    ///   - bytes: the start of the tile group, of which at most `maximumLength` bytes are read.
    ///   - offset: the offset of the first byte in the stream.
    ///   - info: the tile layout of the frame.
    ///   - firstTile: the number of the tile that has to come next.
    ///   - isInFrame: true in an OBU_FRAME, which has all tiles.
    /// - Throws: `ParseError` if bytes are missing or a field has a forbidden value.
    init(
        _ bytes: ArraySlice<UInt8>,
        at offset: UInt64,
        info: AV1TileInfo,
        firstTile: Int,
        isInFrame: Bool
    ) throws(ParseError) {
        var reader = BitReader(bytes, at: offset)
        let initialBitCount = reader.count
        let hasNumbers = try info.count > 1 ? reader.flag() : false
        guard !hasNumbers || !isInFrame else {
            throw .invalid(
                offset: offset,
                field: "tile_start_and_end_present_flag in OBU_FRAME",
                found: "1",
                expected: "0"
            )
        }
        let first = try hasNumbers ? Int(reader.bits(info.numberLength)) : 0
        let last = try hasNumbers ? Int(reader.bits(info.numberLength)) : info.count - 1
        guard first == firstTile, first <= last, last < info.count else {
            throw .invalid(
                offset: offset,
                field: "tile group",
                found: "of tiles \(first) to \(last)",
                expected: "tiles \(firstTile) to at most \(info.count - 1)"
            )
        }
        tiles = first...last
        tileSizeLength = info.sizeLength
        try reader.alignToByte()
        length = (initialBitCount - reader.count) / 8
    }

    /// Returns the size of a tile: tile_size_minus_1, little endian, plus 1.
    ///
    /// - Parameters:
    ///   - bytes: the bytes before the tile.
    ///   - offset: the offset of the first byte in the stream.
    /// - Returns: the size, in bytes.
    /// - Throws: `.truncated` if there are fewer than `tileSizeLength` bytes.
    package func tileSize(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) -> Int {
        var reader = ByteReader(bytes, at: offset)
        return Int(try reader.read(tileSizeLength).reversed().reduce(0) { $0 << 8 | UInt64($1) }) + 1
    }
}
