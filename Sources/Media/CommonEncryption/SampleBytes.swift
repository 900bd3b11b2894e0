/// Bytes of one sample that are read where they are looked at, so that nobody reads what is only encrypted.
package protocol SampleBytes {
    /// Bytes of the sample.
    var count: Int { get }
    /// Where the sample starts in the stream, for errors.
    var offset: UInt64 { get }
    /// The bytes of a range inside of the sample; to be let go before the next call.
    mutating func bytes(_ range: Range<Int>) throws -> ArraySlice<UInt8>
}
