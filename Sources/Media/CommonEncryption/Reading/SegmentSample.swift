/// A sample of a segment that is read through the window of a `SegmentSource`.
struct SegmentSample: SampleBytes {
    private let source: SegmentSource
    let offset: UInt64
    let count: Int

    init(in source: SegmentSource, _ range: Range<UInt64>) {
        self.source = source
        offset = range.lowerBound
        count = range.count
    }

    mutating func bytes(_ range: Range<Int>) throws -> ArraySlice<UInt8> {
        try source.bytes(offset + UInt64(range.lowerBound)..<offset + UInt64(range.upperBound))
    }
}
