/// The superblocks of a frame and their limits on tiles: the first part of tile_info (AV1, 5.9.15).
///
/// Sizes are in superblocks, unless another unit is given.
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

    /// Divides a frame into superblocks.
    ///
    /// - Parameters:
    ///   - width: FrameWidth, in luma samples.
    ///   - height: FrameHeight, in luma samples.
    ///   - hasLargeSuperblocks: use_128x128_superblock.
    init(width: Int, height: Int, hasLargeSuperblocks: Bool) {
        let sizeLog2 = hasLargeSuperblocks ? 7 : 6
        // The specification first rounds up to blocks of 8 x 8, which gives the same numbers of superblocks.
        columns = (width + 1 << sizeLog2 - 1) >> sizeLog2
        rows = (height + 1 << sizeLog2 - 1) >> sizeLog2
        maximumTileWidth = Self.maximumTileWidth >> sizeLog2
        maximumTileArea = Self.maximumTileArea >> (2 * sizeLog2)
    }

    /// minLog2TileCols.
    var minimumColumnsLog2: Int { Self.log2(columns, of: maximumTileWidth) }

    /// minLog2Tiles.
    var minimumTilesLog2: Int { max(minimumColumnsLog2, Self.log2(rows * columns, of: maximumTileArea)) }

    /// Returns maxTileHeightSb, given the width of the widest tile.
    func maximumTileHeight(widest: Int) -> Int {
        let minimum = minimumTilesLog2
        let area = minimum > 0 ? (rows * columns) >> (minimum + 1) : rows * columns
        return max(area / widest, 1)
    }

    /// Returns tile_log2: the least number of doublings that make `size` at least `target` (AV1, 5.9.16).
    static func log2(_ target: Int, of size: Int = 1) -> Int {
        var doublings = 0
        while size << doublings < target { doublings += 1 }
        return doublings
    }
}
