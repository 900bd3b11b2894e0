/// A writer of HEVC short-term reference picture sets, from ITU-T H.265, 7.3.7.
struct HEVCSetWriter: Sendable {
    struct Picture: Equatable {
        let delta: Int
        let isUsed: Bool
    }

    /// delta_poc_s0_minus1 and used_by_curr_pic_s0_flag of each picture, if the set is coded explicitly.
    var negatives: [(UInt64, Bool)] = []
    var positives: [(UInt64, Bool)] = []
    /// The prediction from an earlier set, or nil if the set is coded explicitly.
    ///
    /// The distance back to that set, the difference of picture order count, and used and kept flags for each
    /// picture of that set and for the picture that has it.
    var prediction: (distance: Int, delta: Int, flags: [(isUsed: Bool, isKept: Bool)])?

    func write(_ bits: inout BitWriter, index: Int, isInSlice: Bool) {
        if index > 0 { bits.write(prediction != nil) }
        guard let prediction, index > 0 else {
            bits.writeGolomb(UInt64(negatives.count))
            bits.writeGolomb(UInt64(positives.count))
            for (step, isUsed) in negatives + positives {
                bits.writeGolomb(step)
                bits.write(isUsed)
            }
            return
        }
        if isInSlice { bits.writeGolomb(UInt64(prediction.distance - 1)) }
        bits.write(prediction.delta < 0)
        bits.writeGolomb(UInt64(abs(prediction.delta) - 1))
        for flags in prediction.flags {
            bits.write(flags.isUsed)
            if !flags.isUsed { bits.write(flags.isKept) }
        }
    }

    /// Returns the pictures in the order of 7.4.8, first earlier, then later ones.
    ///
    /// Equations 7-61 and 7-62, loop by loop.
    func pictures(after sets: [HEVCSetWriter]) -> [Picture] {
        guard let prediction, !sets.isEmpty else {
            var result: [Picture] = []
            for (pictures, sign) in [(negatives, -1), (positives, 1)] {
                var delta = 0
                for (step, isUsed) in pictures {
                    delta += sign * (Int(step) + 1)
                    result.append(Picture(delta: delta, isUsed: isUsed))
                }
            }
            return result
        }
        let index = sets.count - prediction.distance
        let reference = sets[index].pictures(after: Array(sets[..<index]))
        let before = reference.count { $0.delta < 0 }
        var result: [Picture] = []
        func add(_ position: Int, _ wanted: (Int) -> Bool) {
            let delta = prediction.delta + (position < reference.count ? reference[position].delta : 0)
            let flags = prediction.flags[position]
            if wanted(delta), flags.isUsed || flags.isKept {
                result.append(Picture(delta: delta, isUsed: flags.isUsed))
            }
        }
        for position in (before..<reference.count).reversed() { add(position) { $0 < 0 } }
        add(reference.count) { $0 < 0 }
        for position in 0..<before { add(position) { $0 < 0 } }
        for position in (0..<before).reversed() { add(position) { $0 > 0 } }
        add(reference.count) { $0 > 0 }
        for position in before..<reference.count { add(position) { $0 > 0 } }
        return result
    }
}
