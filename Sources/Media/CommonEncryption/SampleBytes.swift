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
