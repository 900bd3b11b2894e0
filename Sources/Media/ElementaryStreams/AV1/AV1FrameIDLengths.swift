import Bitstreams

/// The widths, in bits, of frame ids, which reveal lost frames: a part of the sequence header (AV1, 5.5.1).
struct AV1FrameIDLengths: Hashable, Sendable {
    /// The largest width of a frame id (AV1, 6.8.2).
    private static let maximumLength = 16

    /// The width of delta_frame_id_minus_1 (delta_frame_id_length_minus_2 + 2).
    let deltaLength: Int
    /// The width of current_frame_id and display_frame_id (idLen).
    let length: Int

    /// Parses the widths.
    ///
    /// - Parameter reader: positioned at delta_frame_id_length_minus_2; advanced past both fields.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
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
