/// The bytes of one sample, read on demand, so that bytes that are only encrypted need not be read.
package protocol SampleBytes {
    /// The size of the sample, in bytes.
    var count: Int { get }
    /// The offset of the sample in the stream in bytes, for errors.
    var offset: UInt64 { get }
    /// Returns the bytes of a range of the sample.
    ///
    /// Release the slice before the next call, to avoid a copy of its storage.
    mutating func bytes(_ range: Range<Int>) throws -> ArraySlice<UInt8>
}

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
