import Bitstreams

/// The length before a NAL unit of a sample (ISO/IEC 14496-15, 5.3.4.2).
enum NALUnitLength {
    /// Reads a length and checks that the NAL unit is within the sample.
    ///
    /// - Parameters:
    ///   - size: the size of the length field in bytes: 1, 2 or 4.
    ///   - left: the number of bytes of the sample from the length field on.
    ///   - offset: the offset of the length field in the source.
    ///   - path: the path of the input, for errors.
    ///   - byte: returns a byte of the length field by its index.
    /// - Returns: the size of the NAL unit in bytes.
    /// - Throws: `ByteSourceError` if the NAL unit extends beyond the sample.
    @inline(__always)
    static func read(
        _ size: Int,
        left: Int,
        at offset: UInt64,
        path: @autoclosure () -> String,
        _ byte: (Int) -> UInt8
    ) throws(ByteSourceError) -> Int {
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
