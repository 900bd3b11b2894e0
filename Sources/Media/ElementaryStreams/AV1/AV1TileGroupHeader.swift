package import Bitstreams

/// Which tiles a tile group has: the start of tile_group_obu (AV1, 5.11.1).
package struct AV1TileGroupHeader: Hashable, Sendable {
    /// The most bytes that it takes: a flag and two numbers of up to 12 bits.
    package static let maximumLength = 4

    /// tg_start to tg_end.
    package let tiles: ClosedRange<Int>
    /// Bytes of the header.
    package let length: Int
    /// TileSizeBytes: bytes of the size in front of each tile but the last one of the group.
    package let tileSizeLength: Int

    /// - Parameters:
    ///   - bytes: the start of the tile group; no more than `maximumLength` bytes are looked at.
    ///   - offset: where it stands in the stream.
    ///   - info: the tiles of the frame.
    ///   - firstTile: the tile that has to come next.
    ///   - isInFrame: whether it is in an OBU_FRAME, which has all tiles.
    /// - Throws: `ParseError` where bytes are missing or a field has an excluded value.
    init(
        _ bytes: ArraySlice<UInt8>,
        at offset: UInt64,
        info: AV1TileInfo,
        firstTile: Int,
        isInFrame: Bool
    ) throws(ParseError) {
        var reader = BitReader(bytes, at: offset)
        let bits = reader.count
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
                expected: "tiles from \(firstTile) on of \(info.count)"
            )
        }
        tiles = first...last
        tileSizeLength = info.sizeLength
        try reader.alignToByte()
        length = (bits - reader.count) / 8
    }

    /// The size of a tile: tile_size_minus_1, little endian, and 1.
    ///
    /// - Parameters:
    ///   - bytes: what stands in front of the tile.
    ///   - offset: where that stands in the stream.
    /// - Returns: the size, in bytes.
    /// - Throws: `.truncated` where there are fewer than `tileSizeLength` bytes.
    package func tileSize(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) -> Int {
        var reader = ByteReader(bytes, at: offset)
        return Int(try reader.take(tileSizeLength).reversed().reduce(0) { $0 << 8 | UInt64($1) }) + 1
    }
}
