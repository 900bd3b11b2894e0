import Bitstreams

/// Film grain (AV1, 5.9.30).
extension AV1FrameHeaderParser {
    /// Reads film_grain_params.
    mutating func readFilmGrain() throws(ParseError) {
        guard sequence.hasFilmGrain, isShown || isShowable, try reader.flag() else { return }
        // grain_seed
        try reader.skip(16)
        if type == .inter, try !reader.flag() { return try readGrainReference() }
        let lumaPoints = try readPoints(atMost: 14)
        let fromLuma = try sequence.color.isMonochrome ? false : reader.flag()
        let isSubsampled = sequence.color.halvesWidth && sequence.color.halvesHeight
        let hasChroma = !sequence.color.isMonochrome && !fromLuma && !(isSubsampled && lumaPoints == 0)
        let bluePoints = try hasChroma ? readPoints(atMost: 10) : 0
        let redPoints = try hasChroma ? readPoints(atMost: 10) : 0
        // grain_scaling_minus_8
        try reader.skip(2)
        let lag = Int(try reader.bits(2))
        let lumaCoefficients = 2 * lag * (lag + 1)
        let chromaCoefficients = lumaPoints > 0 ? lumaCoefficients + 1 : lumaCoefficients
        if lumaPoints > 0 { try reader.skip(8 * lumaCoefficients) }
        if fromLuma || bluePoints > 0 { try reader.skip(8 * chromaCoefficients) }
        if fromLuma || redPoints > 0 { try reader.skip(8 * chromaCoefficients) }
        // ar_coeff_shift_minus_6, grain_scale_shift
        try reader.skip(4)
        // cb_mult, cb_luma_mult, cb_offset; the same for cr
        if bluePoints > 0 { try reader.skip(25) }
        if redPoints > 0 { try reader.skip(25) }
        // overlap_flag, clip_to_restricted_range
        try reader.skip(2)
    }

    /// Reads film_grain_params_ref_idx: the film grain is that of a reference frame.
    private mutating func readGrainReference() throws(ParseError) {
        let offset = reader.offset
        let slot = Int(try reader.bits(3))
        guard referenceSlots.contains(slot) else {
            throw .invalid(
                offset: offset,
                field: "film_grain_params_ref_idx",
                found: "\(slot)",
                expected: "one of ref_frame_idx"
            )
        }
    }

    /// Reads the points of a scaling function, each a value and a scaling, and returns their number.
    private mutating func readPoints(atMost maximum: Int) throws(ParseError) -> Int {
        let offset = reader.offset
        let count = Int(try reader.bits(4))
        guard count <= maximum else {
            throw .invalid(
                offset: offset,
                field: "number of film grain points",
                found: "\(count)",
                expected: "at most \(maximum)"
            )
        }
        var last = -1
        for _ in 0..<count {
            let value = Int(try reader.bits(8))
            guard value > last else {
                throw .invalid(
                    offset: offset,
                    field: "value of a film grain point",
                    found: "\(value)",
                    expected: "more than \(last), the value of the point before it"
                )
            }
            last = value
            // the scaling
            try reader.skip(8)
        }
        return count
    }
}
