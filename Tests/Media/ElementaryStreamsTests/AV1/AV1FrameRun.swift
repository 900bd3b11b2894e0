import Bitstreams
import ElementaryStreams

/// Frames that are taken one after the other, as headers and tile groups in units of their own.
struct AV1FrameRun {
    private(set) var frames = AV1FrameSequence()
    private let header: AV1OBUHeader
    /// The tiles of the last frame.
    private(set) var tileCount = 0

    /// - Parameters:
    ///   - sequence: the sequence header in force.
    ///   - layer: the extension of all units.
    /// - Throws: `ParseError` where the sequence header cannot be parsed.
    init(_ sequence: AV1TestSequence, layer: UInt8? = nil) throws {
        let unit: [UInt8] = layer.map { [3 << 3 | 4, $0] } ?? [3 << 3]
        header = try AV1OBUHeader(unit[...], at: 0)
        try frames.take(AV1SequenceHeader(sequence.bytes[...], at: 0), at: 0)
    }

    /// Takes a frame header, which has to end where its bits end: a bit more or less makes other trailing bits.
    mutating func take(_ text: String) throws {
        let bytes = payload(text)
        let length = try frames.takeFrameHeader(bytes[...], at: 1000, unit: header)
        guard length == bytes.count else {
            throw ParseError.invalid(
                offset: 1000,
                field: "length",
                found: "\(length)",
                expected: "\(bytes.count)"
            )
        }
        guard frames.isInsideFrame else { return }
        tileCount = try frames.takeTileGroupHeader([0, 0, 0, 0], at: 2000, unit: header).tiles.count
    }
}
