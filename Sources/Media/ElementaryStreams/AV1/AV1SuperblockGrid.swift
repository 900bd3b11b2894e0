/// The superblocks of a frame, and what they allow of tiles: the first part of tile_info (AV1, 5.9.15).
///
/// All sizes are in superblocks.
struct AV1SuperblockGrid: Hashable, Sendable {
    /// MAX_TILE_WIDTH, in luma samples.
    private static let maximumTileWidth = 4096
    /// MAX_TILE_AREA, in luma samples.
    private static let maximumTileArea = 4096 * 2304

    /// sbCols.
    let columns: Int
    /// sbRows.
    let rows: Int
    /// maxTileWidthSb.
    let maximumTileWidth: Int
    private let maximumTileArea: Int

    /// - Parameters:
    ///   - width: FrameWidth, in luma samples.
    ///   - height: FrameHeight, in luma samples.
    ///   - hasLargeSuperblocks: use_128x128_superblock.
    init(width: Int, height: Int, hasLargeSuperblocks: Bool) {
        let sizeLog2 = hasLargeSuperblocks ? 7 : 6
        // Frames have whole blocks of 8 x 8, which changes nothing here: superblocks are made of those.
        columns = (width + 1 << sizeLog2 - 1) >> sizeLog2
        rows = (height + 1 << sizeLog2 - 1) >> sizeLog2
        maximumTileWidth = Self.maximumTileWidth >> sizeLog2
        maximumTileArea = Self.maximumTileArea >> (2 * sizeLog2)
    }

    /// minLog2TileCols.
    var minimumColumnsLog2: Int { Self.log2(columns, of: maximumTileWidth) }

    /// minLog2Tiles.
    var minimumTilesLog2: Int { max(minimumColumnsLog2, Self.log2(rows * columns, of: maximumTileArea)) }

    /// maxTileHeightSb.
    func maximumTileHeight(widest: Int) -> Int {
        let minimum = minimumTilesLog2
        let area = minimum > 0 ? (rows * columns) >> (minimum + 1) : rows * columns
        return max(area / widest, 1)
    }

    /// tile_log2: the least number of doublings that take `size` to `target` or beyond (AV1, 5.9.16).
    static func log2(_ target: Int, of size: Int = 1) -> Int {
        var doublings = 0
        while size << doublings < target { doublings += 1 }
        return doublings
    }
}
