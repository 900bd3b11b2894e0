import Bitstreams

/// Global motion (AV1, 5.9.24 to 5.9.28).
///
/// Parameters are coded as differences from those of another frame, but their lengths do not depend on it.
extension AV1FrameHeaderParser {
    /// GM_ABS_ALPHA_BITS and GM_ABS_TRANS_BITS.
    private static var parameterLength: Int { 12 }
    /// GM_ABS_TRANS_ONLY_BITS.
    private static var translationLength: Int { 9 }

    /// Reads global_motion_params.
    mutating func readGlobalMotion() throws(ParseError) {
        for _ in 0..<Self.referencesPerFrame where try reader.flag() {
            // is_rot_zoom, is_translation
            if try reader.flag() {
                try skipParameters(4, length: Self.parameterLength)
            } else if try reader.flag() {
                try skipParameters(2, length: Self.translationLength - (allowsHighPrecision ? 0 : 1))
            } else {
                try skipParameters(6, length: Self.parameterLength)
            }
        }
    }

    /// Skips parameters, each coded by read_global_param.
    ///
    /// - Parameters:
    ///   - count: the number of parameters.
    ///   - length: absBits, the precision in bits.
    /// - Throws: `ParseError` if bits are missing.
    private mutating func skipParameters(_ count: Int, length: Int) throws(ParseError) {
        for _ in 0..<count { try skipSubexponential(2 << length + 1) }
    }

    /// Skips a number coded by decode_subexp.
    ///
    /// - Parameter count: the number of possible values.
    /// - Throws: `ParseError` if bits are missing.
    private mutating func skipSubexponential(_ count: Int) throws(ParseError) {
        // The first two ranges have eight values each, and every further one has twice as many as the one
        // before.
        var (index, start) = (0, 0)
        while true {
            let width = 3 + max(index - 1, 0)
            guard count > start + 3 << width else {
                _ = try reader.nonSymmetric(count - start)
                return
            }
            guard try reader.flag() else { return try reader.skip(width) }
            start += 1 << width
            index += 1
        }
    }
}
