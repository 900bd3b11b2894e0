/// A sample in a segment that is read through a window.
struct SegmentSample: SampleBytes {
    private let source: SegmentSource
    /// Where the sample starts in the segment.
    let offset: UInt64
    let count: Int

    /// - Parameters:
    ///   - source: the segment.
    ///   - range: the sample's bytes in it.
    init(in source: SegmentSource, _ range: Range<UInt64>) {
        self.source = source
        offset = range.lowerBound
        count = range.count
    }

    mutating func bytes(_ range: Range<Int>) throws -> ArraySlice<UInt8> {
        try source.bytes(offset + UInt64(range.lowerBound)..<offset + UInt64(range.upperBound))
    }
}
