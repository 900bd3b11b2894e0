/// A sample whose bytes are all in memory.
struct InMemorySample: SampleBytes {
    private let storage: [UInt8]
    private let start: Int
    let offset: UInt64
    let count: Int

    /// - Parameters:
    ///   - storage: the buffer that holds the sample; do not change it while this value exists, to avoid a
    ///     copy.
    ///   - range: the range of the sample in the buffer.
    ///   - offset: the offset of the sample in the stream.
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
