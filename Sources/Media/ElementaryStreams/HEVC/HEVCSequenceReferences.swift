import Bitstreams

/// The fields of an HEVC sequence parameter set about reference pictures (ITU-T H.265, 7.3.2.2.1).
struct HEVCSequenceReferences: Hashable, Sendable {
    /// The short-term reference picture sets that slices can select.
    let shortTermSets: [HEVCShortTermReferencePictureSet]
    /// long_term_ref_pics_present_flag.
    let hasLongTerm: Bool
    /// used_by_curr_pic_lt_sps_flag of each long-term picture that slices can select.
    let usesOfLongTerm: [Bool]
    /// sps_temporal_mvp_enabled_flag.
    let hasTemporalMVP: Bool

    /// The largest number of short-term sets.
    private static let setLimit = 64
    /// The largest number of long-term pictures.
    private static let longTermLimit = 32

    /// Reads num_short_term_ref_pic_sets to sps_temporal_mvp_enabled_flag.
    init(_ reader: inout NALUnitBitReader, pictureOrderWidth: Int) throws(ParseError) {
        var sets: [HEVCShortTermReferencePictureSet] = []
        for _ in 0..<(try reader.number("num_short_term_ref_pic_sets", atMost: Self.setLimit)) {
            sets.append(try HEVCShortTermReferencePictureSet(&reader, after: sets, isInSlice: false))
        }
        shortTermSets = sets
        hasLongTerm = try reader.flag()
        var uses: [Bool] = []
        if hasLongTerm {
            for _ in 0..<(try reader.number("num_long_term_ref_pics_sps", atMost: Self.longTermLimit)) {
                // lt_ref_pic_poc_lsb_sps
                try reader.skip(pictureOrderWidth)
                uses.append(try reader.flag())
            }
        }
        usesOfLongTerm = uses
        hasTemporalMVP = try reader.flag()
    }
}
