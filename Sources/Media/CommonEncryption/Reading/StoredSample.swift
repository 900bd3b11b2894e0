/// A sample that is in memory as a whole.
struct StoredSample: SampleBytes {
    private let storage: [UInt8]
    private let start: Int
    let offset: UInt64
    let count: Int

    /// - Parameters:
    ///   - storage: what the sample is in; it must not be changed before this value ends.
    ///   - range: its bytes in it.
    ///   - offset: where it starts in the stream.
    init(in storage: [UInt8], _ range: Range<Int>, at offset: UInt64) {
        self.storage = storage
        start = range.lowerBound
        count = range.count
        self.offset = offset
    }

    mutating func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
        storage[start + range.lowerBound..<start + range.upperBound]
    }
}
