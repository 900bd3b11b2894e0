/// An iterator over the NAL units of a sample, each with its length before it (ISO/IEC 14496-15, 4.3.3).
///
/// It ends silently at a length that does not fit: `SliceDataFinder`, which checks samples, reports that.
package struct LengthPrefixedNALUnits {
    private let lengthSize: Int
    private var position = 0

    /// - Parameter lengthSize: the size of each length field, in bytes.
    package init(lengthSize: Int) {
        self.lengthSize = lengthSize
    }

    /// Returns the range in the sample of the next NAL unit that is not empty, or nil after the last one.
    package mutating func next(in sample: Span<UInt8>) -> Range<Int>? {
        while lengthSize > 0, sample.count - position > lengthSize {
            let length = (position..<position + lengthSize).reduce(0) { $0 << 8 | Int(sample[$1]) }
            let start = position + lengthSize
            guard length <= sample.count - start else { return nil }
            position = start + length
            if length > 0 { return start..<position }
        }
        return nil
    }
}
