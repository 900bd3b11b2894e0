import Bitstreams
import ElementaryStreams
import SampleEncryption

/// An OBU (open bitstream unit) in a sample of an AV1 track.
struct AV1SampleOBU {
    /// The number of payload bytes read first to parse a header; nearly all headers are shorter.
    private static let firstRead = 256
    /// The factor by which the next read is larger if the header was cut short.
    private static let growth = 4

    let header: AV1OBUHeader
    /// The range of the payload in the sample.
    let payload: Range<Int>
    /// The offset of the OBU in the stream.
    let offset: UInt64

    /// - Parameters:
    ///   - sample: the sample.
    ///   - position: the offset of the OBU in the sample, below the size of the sample.
    /// - Throws: `SampleEncryptionError` if the OBU cannot be parsed or exceeds the sample; and any error of
    ///   reading.
    init(of sample: inout some SampleBytes, at position: Int) throws {
        let remaining = sample.count - position
        let bytes = try sample.bytes(position..<position + min(AV1OBUHeader.maximumLength, remaining))
        let offset = sample.offset &+ UInt64(position)
        let header = try wrappingParseErrors { () throws(ParseError) in try AV1OBUHeader(bytes, at: offset) }
        let available = remaining - header.length
        // Only the last OBU of a sample may have no size (binding, 2.4): it takes what is left.
        let length = header.payloadLength.map(Int.init) ?? available
        guard length <= available else {
            throw SampleEncryptionError.malformed(
                .invalid(
                    offset: offset,
                    field: "obu_size",
                    found: "\(length)",
                    expected: "at most \(available), the bytes left in the sample"
                )
            )
        }
        self.header = header
        self.offset = offset
        let start = position + header.length
        payload = start..<start + length
    }

    /// Parses the start of the payload, reading only as much as needed, in growing steps.
    ///
    /// - Parameters:
    ///   - sample: the sample.
    ///   - body: parses the given bytes, whose first one is at the given offset of the stream; called again
    ///     with more bytes after it throws `.truncated`.
    /// - Returns: the result of `body`.
    /// - Throws: `SampleEncryptionError` for an error of `body`; and any error of reading.
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
    ///   - position: the offset of the first byte in the sample.
    ///   - length: the maximum number of bytes to read.
    ///   - body: parses the given bytes, whose first one is at the given offset of the stream.
    /// - Returns: the result of `body`.
    /// - Throws: `SampleEncryptionError` for an error of `body`; and any error of reading.
    func parse<Result>(
        _ sample: inout some SampleBytes,
        at position: Int,
        upTo length: Int,
        _ body: (ArraySlice<UInt8>, UInt64) throws(ParseError) -> Result
    ) throws -> Result {
        let bytes = try sample.bytes(position..<min(position + length, payload.upperBound))
        let offset = sample.offset &+ UInt64(position)
        return try wrappingParseErrors { () throws(ParseError) in try body(bytes, offset) }
    }
}
