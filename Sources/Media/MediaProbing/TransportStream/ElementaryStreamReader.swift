import Bitstreams

/// Reads the data of an elementary stream as far as its format has to be known.
protocol ElementaryStreamReader: Sendable {
    /// Takes data of a PES packet.
    ///
    /// - Parameters:
    ///   - data: bytes that follow those before.
    ///   - startsPacket: whether they are the first of the PES packet.
    ///   - offset: where they stand in the stream.
    /// - Throws: `ParseError` where they cannot be parsed.
    mutating func consume(_ data: Span<UInt8>, startsPacket: Bool, at offset: UInt64) throws(ParseError)
    /// Packets are missing before the data that come next.
    mutating func skipGap()
    /// The stream is over.
    mutating func finish() throws(ParseError)
    /// Says what was found.
    func describe(_ track: inout MediaTrack)
    /// How long its frames are, where they are counted.
    var length: MediaTicks? { get }
    /// Number of frames, where they are counted.
    var frameCount: UInt64? { get }
}
