import Bitstreams

/// The tiles and wavefronts in an HEVC picture parameter set (ITU-T H.265, 7.3.2.3.1).
struct HEVCTilesAndWavefronts: Hashable, Sendable {
    /// tiles_enabled_flag.
    private let hasTiles: Bool
    /// The number of tile columns.
    private let columns: Int
    /// The number of tile rows.
    private let rows: Int
    /// entropy_coding_sync_enabled_flag: each row of coding tree blocks is a substream.
    private let hasWavefront: Bool

    /// The largest number of tile columns or rows: one for each coding tree block across the largest picture.
    private static let limit = 1 << 13

    /// Reads tiles_enabled_flag to loop_filter_across_tiles_enabled_flag.
    init(_ reader: inout NALUnitBitReader) throws(ParseError) {
        hasTiles = try reader.flag()
        hasWavefront = try reader.flag()
        guard hasTiles else {
            (columns, rows) = (1, 1)
            return
        }
        columns = try reader.number("num_tile_columns_minus1", atMost: Self.limit - 1) + 1
        rows = try reader.number("num_tile_rows_minus1", atMost: Self.limit - 1) + 1
        // column_width_minus1 and row_height_minus1, without uniform_spacing_flag; the last column and row
        // take the rest.
        if try !reader.flag() { try reader.skipNumbers(columns - 1 + rows - 1) }
        // loop_filter_across_tiles_enabled_flag
        try reader.skip(1)
    }

    /// Indicates whether slice headers have entry points, the offsets of substreams.
    var hasEntryPoints: Bool { hasTiles || hasWavefront }

    /// Returns the largest num_entry_point_offsets of a slice (7.4.7.1).
    ///
    /// - Parameter blockRows: the number of rows of coding tree blocks in a picture.
    /// - Returns: the number of substreams in a picture, minus 1.
    func entryPointLimit(blockRows: Int) -> Int { columns * (hasWavefront ? blockRows : rows) - 1 }
}
