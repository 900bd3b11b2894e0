import Bitstreams

/// The tile layout of a frame, tile_info (AV1, 5.9.15).
struct AV1TileInfo: Hashable, Sendable {
    /// MAX_TILE_COLS and MAX_TILE_ROWS.
    private static let maximumCount = 64

    /// TileCols.
    let columns: Int
    /// TileRows.
    let rows: Int
    /// TileColsLog2 + TileRowsLog2: the width of a tile number, in bits.
    let numberLength: Int
    /// TileSizeBytes: the width of a tile size in bytes, 1 to 4, or 0 if there is only one tile.
    let sizeLength: Int

    /// NumTiles.
    var count: Int { columns * rows }

    /// Parses tile_info.
    ///
    /// - Parameters:
    ///   - reader: positioned at uniform_tile_spacing_flag; advanced past tile_info.
    ///   - grid: the superblocks of the frame.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    init(_ reader: inout BitReader, grid: AV1SuperblockGrid) throws(ParseError) {
        let offset = reader.offset
        let isUniform = try reader.flag()
        let split =
            try isUniform ? Self.readUniformSpacing(&reader, grid) : Self.readExplicitSpacing(&reader, grid)
        (columns, rows) = (split.columns, split.rows)
        numberLength = split.numberLength
        guard columns <= Self.maximumCount, rows <= Self.maximumCount else {
            throw .invalid(
                offset: offset,
                field: "tiles",
                found: "\(columns) x \(rows)",
                expected: "at most \(Self.maximumCount) x \(Self.maximumCount)"
            )
        }
        guard numberLength > 0 else {
            sizeLength = 0
            return
        }
        let contextTile = Int(try reader.bits(numberLength))
        guard contextTile < columns * rows else {
            throw .invalid(
                offset: offset,
                field: "context_update_tile_id",
                found: "\(contextTile)",
                expected: "less than \(columns * rows)"
            )
        }
        sizeLength = Int(try reader.bits(2)) + 1
    }

    /// Reads uniform tile spacing, whose logarithms are coded in unary.
    private static func readUniformSpacing(
        _ reader: inout BitReader,
        _ grid: AV1SuperblockGrid
    ) throws(ParseError) -> (columns: Int, rows: Int, numberLength: Int) {
        let columnsLog2 = try readUnary(
            &reader,
            from: grid.minimumColumnsLog2,
            to: AV1SuperblockGrid.log2(min(grid.columns, maximumCount))
        )
        let rowsLog2 = try readUnary(
            &reader,
            from: max(grid.minimumTilesLog2 - columnsLog2, 0),
            to: AV1SuperblockGrid.log2(min(grid.rows, maximumCount))
        )
        return (
            tileCount(of: grid.columns, log2: columnsLog2), tileCount(of: grid.rows, log2: rowsLog2),
            columnsLog2 + rowsLog2
        )
    }

    /// Reads increment_tile_cols_log2 or increment_tile_rows_log2.
    private static func readUnary(
        _ reader: inout BitReader,
        from minimum: Int,
        to maximum: Int
    ) throws(ParseError) -> Int {
        var value = minimum
        while value < maximum, try reader.flag() { value += 1 }
        return value
    }

    /// Returns the number of tiles that cover the superblocks, below 2^log2 if tile sizes are rounded up.
    private static func tileCount(of superblocks: Int, log2: Int) -> Int {
        let size = (superblocks + 1 << log2 - 1) >> log2
        return (superblocks + size - 1) / size
    }

    /// Reads the width of each tile column and the height of each tile row.
    private static func readExplicitSpacing(
        _ reader: inout BitReader,
        _ grid: AV1SuperblockGrid
    ) throws(ParseError) -> (columns: Int, rows: Int, numberLength: Int) {
        let (columns, widest) = try readSizes(&reader, of: grid.columns, atMost: grid.maximumTileWidth)
        let (rows, _) = try readSizes(&reader, of: grid.rows, atMost: grid.maximumTileHeight(widest: widest))
        return (columns, rows, AV1SuperblockGrid.log2(columns) + AV1SuperblockGrid.log2(rows))
    }

    /// Reads width_in_sbs_minus_1 or height_in_sbs_minus_1 until all superblocks are covered.
    private static func readSizes(
        _ reader: inout BitReader,
        of superblocks: Int,
        atMost maximum: Int
    ) throws(ParseError) -> (count: Int, largest: Int) {
        var (start, count, largest) = (0, 0, 0)
        while start < superblocks {
            let size = try reader.nonSymmetric(min(superblocks - start, maximum)) + 1
            largest = max(largest, size)
            start += size
            count += 1
        }
        return (count, largest)
    }
}
