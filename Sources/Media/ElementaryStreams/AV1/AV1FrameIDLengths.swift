import Bitstreams

/// The widths of the numbers that show lost frames: a part of the sequence header (AV1, 5.5.1); all in bits.
package struct AV1FrameIDLengths: Hashable, Sendable {
    /// The most bits of a frame id (AV1, 6.8.2).
    private static let maximumLength = 16

    /// delta_frame_id_length_minus_2 + 2: of delta_frame_id_minus_1.
    let deltaLength: Int
    /// idLen: of current_frame_id and display_frame_id.
    let length: Int

    /// - Parameter reader: stands at delta_frame_id_length_minus_2.
    /// - Throws: `ParseError` where bits are missing or a field has an excluded value.
    init(_ reader: inout BitReader) throws(ParseError) {
        let offset = reader.offset
        deltaLength = Int(try reader.bits(4)) + 2
        length = deltaLength + Int(try reader.bits(3)) + 1
        guard length <= Self.maximumLength else {
            throw .invalid(
                offset: offset,
                field: "length of frame ids",
                found: "\(length) bits",
                expected: "at most \(Self.maximumLength)"
            )
        }
    }
}
