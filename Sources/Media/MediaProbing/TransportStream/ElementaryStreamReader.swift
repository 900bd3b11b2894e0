import Bitstreams

/// A parser of an elementary stream that reads no more than its description needs.
protocol ElementaryStreamReader: Sendable {
    /// Parses data of a PES packet.
    ///
    /// - Parameters:
    ///   - data: the bytes that follow the previous ones.
    ///   - startsPacket: true for the first data of the PES packet.
    ///   - offset: the offset of the data in the transport stream.
    /// - Throws: `ParseError` if the data cannot be parsed.
    mutating func consume(_ data: Span<UInt8>, startsPacket: Bool, at offset: UInt64) throws(ParseError)
    /// Handles a gap: packets are missing before the next data.
    mutating func skipGap()
    /// Ends the stream.
    mutating func finish() throws(ParseError)
    /// Sets the properties of a track to those that were found.
    func describe(_ track: inout MediaTrack)
    /// The duration of the frames, or nil if they are not counted.
    var length: MediaTicks? { get }
    /// The number of frames, or nil if they are not counted.
    var frameCount: UInt64? { get }
}
