import Bitstreams

/// The length in front of a NAL unit in a sample (ISO/IEC 14496-15, 5.3.4.2).
enum NALUnitLength {
    /// Reads a length.
    ///
    /// - Parameters:
    ///   - size: bytes of the length: 1, 2 or 4.
    ///   - left: bytes of the sample from the length on.
    ///   - offset: where the length stands in the source.
    ///   - path: the input, for failures.
    ///   - byte: gives the bytes of the length by their index.
    /// - Returns: bytes of the NAL unit, which are in the sample.
    /// - Throws: `ByteSourceFailure` where the unit runs out of the sample.
    @inline(__always)
    static func read(
        _ size: Int,
        left: Int,
        at offset: UInt64,
        path: @autoclosure () -> String,
        _ byte: (Int) -> UInt8
    ) throws(ByteSourceFailure) -> Int {
        guard size <= left else {
            throw .malformed(
                path: path(),
                .truncated(offset: offset, needed: UInt64(size), available: UInt64(max(0, left)))
            )
        }
        var length = 0
        for index in 0..<size { length = length << 8 | Int(byte(index)) }
        guard length <= left - size else {
            throw .malformed(
                path: path(),
                .truncated(
                    offset: offset,
                    needed: UInt64(size + length),
                    available: UInt64(left)
                )
            )
        }
        return length
    }
}
