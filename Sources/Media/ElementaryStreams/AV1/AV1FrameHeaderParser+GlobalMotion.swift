import Bitstreams

/// Global motion (AV1, 5.9.24 to 5.9.28).
///
/// Parameters are coded as differences to those of another frame, but how many bits they take does not depend on it.
extension AV1FrameHeaderParser {
    /// GM_ABS_ALPHA_BITS and GM_ABS_TRANS_BITS.
    private static var parameterLength: Int { 12 }
    /// GM_ABS_TRANS_ONLY_BITS.
    private static var translationLength: Int { 9 }

    /// global_motion_params.
    mutating func globalMotion() throws(ParseError) {
        for _ in 0..<Self.referencesPerFrame where try reader.flag() {
            // is_rot_zoom, is_translation
            if try reader.flag() {
                try parameters(4, length: Self.parameterLength)
            } else if try reader.flag() {
                try parameters(2, length: Self.translationLength - (allowsHighPrecision ? 0 : 1))
            } else {
                try parameters(6, length: Self.parameterLength)
            }
        }
    }

    /// read_global_param, several times.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - length: absBits.
    /// - Throws: `ParseError` where bits are missing or a field has an excluded value.
    private mutating func parameters(_ count: Int, length: Int) throws(ParseError) {
        for _ in 0..<count { try skipSubexponential(2 << length + 1) }
    }

    /// decode_subexp.
    ///
    /// - Parameter count: how many values there are.
    /// - Throws: `ParseError` where bits are missing or a field has an excluded value.
    private mutating func skipSubexponential(_ count: Int) throws(ParseError) {
        // The first two ranges have eight values, each further one twice as many as the one before.
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
