import Bitstreams

/// Tiles and wavefronts of HEVC, in a picture parameter set (ITU-T H.265, 7.3.2.3.1).
struct HEVCPictureDivision: Hashable, Sendable {
    /// tiles_enabled_flag.
    private let hasTiles: Bool
    /// Columns of tiles.
    private let columns: Int
    /// Rows of tiles.
    private let rows: Int
    /// entropy_coding_sync_enabled_flag: each row of coding tree blocks is a substream.
    private let hasWavefront: Bool

    /// The most columns or rows of tiles: a tile for each coding tree block of the largest picture.
    private static let limit = 1 << 13

    /// Reads from tiles_enabled_flag to loop_filter_across_tiles_enabled_flag.
    init(_ reader: inout NALUnitBitReader) throws(ParseError) {
        hasTiles = try reader.flag()
        hasWavefront = try reader.flag()
        guard hasTiles else {
            (columns, rows) = (1, 1)
            return
        }
        columns = try reader.number("num_tile_columns_minus1", atMost: Self.limit - 1) + 1
        rows = try reader.number("num_tile_rows_minus1", atMost: Self.limit - 1) + 1
        // column_width_minus1, row_height_minus1: without uniform_spacing_flag; the last ones are what is left.
        if try !reader.flag() { try reader.skipNumbers(columns - 1 + rows - 1) }
        // loop_filter_across_tiles_enabled_flag
        try reader.skip(1)
    }

    /// Whether slices tell where substreams begin.
    var hasEntryPoints: Bool { hasTiles || hasWavefront }

    /// The most entry points of a slice (7.4.7.1, num_entry_point_offsets).
    ///
    /// - Parameter blockRows: coding tree blocks in a column of a picture.
    /// - Returns: substreams of a picture but one.
    func entryPointLimit(blockRows: Int) -> Int { columns * (hasWavefront ? blockRows : rows) - 1 }
}
