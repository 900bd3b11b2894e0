import Bitstreams
import ElementaryStreams
import SampleEncryption

/// An open bitstream unit in a sample of an AV1 track.
struct AV1SampleUnit {
    /// What is read of a header at first: nearly all are shorter.
    private static let firstRead = 256
    /// How much more is read when that was not enough.
    private static let growth = 4

    /// Its header.
    let header: AV1OBUHeader
    /// Its payload, within the sample.
    let payload: Range<Int>
    /// Where it starts in the stream.
    let offset: UInt64

    /// - Parameters:
    ///   - sample: the sample.
    ///   - position: where the unit starts in it, in front of its end.
    /// - Throws: `SampleEncryptionError` where it cannot be parsed or does not fit, and what reading throws.
    init(of sample: inout some SampleBytes, at position: Int) throws {
        let left = sample.count - position
        let bytes = try sample.bytes(position..<position + min(AV1OBUHeader.maximumLength, left))
        let offset = sample.offset &+ UInt64(position)
        let header = try parsing { () throws(ParseError) in try AV1OBUHeader(bytes, at: offset) }
        let available = left - header.length
        // Only the last unit of a sample may have no size (binding, 2.4): it takes what is left.
        let length = header.payloadLength.map(Int.init) ?? available
        guard length <= available else {
            throw SampleEncryptionError.malformed(
                .invalid(
                    offset: offset,
                    field: "obu_size",
                    found: "\(length)",
                    expected: "at most the \(available) bytes that are left of the sample"
                )
            )
        }
        self.header = header
        self.offset = offset
        let start = position + header.length
        payload = start..<start + length
    }

    /// Parses the start of the payload, of which no more is read than it takes, in steps.
    ///
    /// - Parameters:
    ///   - sample: the sample.
    ///   - body: parses bytes, of which the first one stands at an offset of the stream. It is called again, with more,
    ///     after `.truncated`.
    /// - Returns: what `body` returns.
    /// - Throws: `SampleEncryptionError` for what `body` throws, and what reading throws.
    func parse<Result>(
        _ sample: inout some SampleBytes,
        _ body: (ArraySlice<UInt8>, UInt64) throws(ParseError) -> Result
    ) throws -> Result {
        var length = Self.firstRead
        while true {
            do {
                return try parse(&sample, at: payload.lowerBound, upTo: length, body)
            } catch SampleEncryptionError.malformed(.truncated) where length < payload.count {
                length *= Self.growth
            }
        }
    }

    /// Parses bytes of the payload.
    ///
    /// - Parameters:
    ///   - sample: the sample.
    ///   - position: where they start in the sample.
    ///   - length: the most bytes that are read.
    ///   - body: parses bytes, of which the first one stands at an offset of the stream.
    /// - Returns: what `body` returns.
    /// - Throws: `SampleEncryptionError` for what `body` throws, and what reading throws.
    func parse<Result>(
        _ sample: inout some SampleBytes,
        at position: Int,
        upTo length: Int,
        _ body: (ArraySlice<UInt8>, UInt64) throws(ParseError) -> Result
    ) throws -> Result {
        let bytes = try sample.bytes(position..<min(position + length, payload.upperBound))
        let offset = sample.offset &+ UInt64(position)
        return try parsing { () throws(ParseError) in try body(bytes, offset) }
    }
}
