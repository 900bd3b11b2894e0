/// Walks over the NAL units of a sample, each behind its length (ISO/IEC 14496-15, 4.3.3).
///
/// It ends where a length does not fit: `NALUnitRanges`, which has to know, complains of that.
package struct LengthPrefixedUnits {
    private let lengthSize: Int
    private var position = 0

    /// - Parameter lengthSize: bytes of each length.
    package init(lengthSize: Int) {
        self.lengthSize = lengthSize
    }

    /// The next unit that is not empty, as a range of the sample; nil behind the last one.
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
