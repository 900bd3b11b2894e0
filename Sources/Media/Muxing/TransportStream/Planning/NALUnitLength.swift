import Bitstreams

/// The length before a NAL unit of a sample (ISO/IEC 14496-15, 5.3.4.2).
enum NALUnitLength {
    /// Reads a length and checks that the NAL unit is within the sample.
    ///
    /// - Parameters:
    ///   - size: the size of the length field in bytes: 1, 2 or 4.
    ///   - available: the number of bytes of the sample from the length field on.
    ///   - offset: the offset of the length field in the source.
    ///   - path: the path of the input, for errors.
    ///   - byte: returns a byte of the length field by its index.
    /// - Returns: the size of the NAL unit in bytes.
    /// - Throws: `ByteSourceError` if the NAL unit extends beyond the sample.
    @inline(__always)
    static func read(
        _ size: Int,
        available: Int,
        at offset: UInt64,
        path: @autoclosure () -> String,
        _ byte: (Int) -> UInt8
    ) throws(ByteSourceError) -> Int {
        guard size <= available else {
            throw .malformed(
                path: path(),
                .truncated(offset: offset, needed: UInt64(size), available: UInt64(max(0, available)))
            )
        }
        var length = 0
        for index in 0..<size { length = length << 8 | Int(byte(index)) }
        guard length <= available - size else {
            throw .malformed(
                path: path(),
                .truncated(
                    offset: offset,
                    needed: UInt64(size + length),
                    available: UInt64(available)
                )
            )
        }
        return length
    }
}
