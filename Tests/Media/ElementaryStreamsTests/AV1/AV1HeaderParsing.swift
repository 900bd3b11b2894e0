import Bitstreams
import ElementaryStreams

/// A run of frames whose headers and tile groups are in OBUs of their own.
struct AV1HeaderParsing {
    private(set) var frames = AV1DecodingState()
    private let header: AV1OBUHeader
    /// The number of tiles of the last frame.
    private(set) var tileCount = 0

    /// - Parameters:
    ///   - sequence: the active sequence header.
    ///   - layer: the OBU extension byte of all OBUs, or nil for none.
    /// - Throws: `ParseError` if the sequence header cannot be parsed.
    init(_ sequence: AV1TestSequence, layer: UInt8? = nil) throws {
        let headerBytes: [UInt8] = layer.map { [3 << 3 | 4, $0] } ?? [3 << 3]
        header = try AV1OBUHeader(headerBytes[...], at: 0)
        try frames.processSequenceHeader(AV1SequenceHeader(sequence.bytes[...], at: 0), at: 0)
    }

    /// Parses a frame header; throws unless it ends at its last bit.
    ///
    /// A bit more or less would change the trailing bits.
    mutating func parse(_ text: String) throws {
        let bytes = payload(text)
        let length = try frames.processFrameHeader(bytes[...], at: 1000, obuHeader: header)
        guard length == bytes.count else {
            throw ParseError.invalid(
                offset: 1000,
                field: "length",
                found: "\(length)",
                expected: "\(bytes.count)"
            )
        }
        guard frames.isInsideFrame else { return }
        tileCount = try frames.processTileGroupHeader([0, 0, 0, 0], at: 2000, obuHeader: header).tiles.count
    }
}
