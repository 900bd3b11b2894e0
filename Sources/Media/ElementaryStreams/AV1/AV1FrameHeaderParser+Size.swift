import Bitstreams

/// The size of the frame (AV1, 5.9.5 to 5.9.8).
extension AV1FrameHeaderParser {
    /// SUPERRES_DENOM_MIN.
    private static var minimumDenominator: Int { 9 }

    /// Reads frame_size and render_size.
    mutating func readExplicitSize() throws(ParseError) -> AV1FrameSize {
        let offset = reader.offset
        var (width, height) = (Int(sequence.maximumSize.width), Int(sequence.maximumSize.height))
        if overridesSize {
            let coded = (
                width: Int(try reader.bits(sequence.widthLength)) + 1,
                height: Int(try reader.bits(sequence.heightLength)) + 1
            )
            guard coded.width <= width, coded.height <= height else {
                throw .invalid(
                    offset: offset,
                    field: "frame size",
                    found: "\(coded.width) x \(coded.height)",
                    expected: "at most \(width) x \(height), as in the sequence header"
                )
            }
            (width, height) = coded
        }
        let size = try readSuperResolution(width: width, height: height)
        // render_and_frame_size_different: render_width_minus_1, render_height_minus_1
        if try reader.flag() { try reader.skip(32) }
        return size
    }

    /// Reads frame_size_with_refs: the size of a reference frame, or an explicit one.
    ///
    /// - Throws: `.missing` if the reference frame was not seen.
    mutating func readSizeWithReferences() throws(ParseError) -> AV1FrameSize {
        let offset = reader.offset
        for slot in referenceSlots where try reader.flag() {
            let frame = try references.frame(slot, at: offset)
            return try readSuperResolution(width: frame.upscaledWidth, height: frame.height)
        }
        return try readExplicitSize()
    }

    /// Reads superres_params.
    private mutating func readSuperResolution(width: Int, height: Int) throws(ParseError) -> AV1FrameSize {
        guard sequence.hasSuperResolution, try reader.flag() else {
            return AV1FrameSize(upscaledWidth: width, height: height)
        }
        let denominator = Int(try reader.bits(3)) + Self.minimumDenominator
        return AV1FrameSize(upscaledWidth: width, height: height, denominator: denominator)
    }
}

/// The size of a frame, in luma samples (AV1, 5.9.5 and 5.9.8).
struct AV1FrameSize: Hashable, Sendable {
    /// SUPERRES_NUM.
    private static let numerator = 8

    /// UpscaledWidth: the width after super-resolution.
    let upscaledWidth: Int
    /// FrameWidth: the coded width.
    let width: Int
    /// FrameHeight.
    let height: Int

    /// Derives FrameWidth from UpscaledWidth and SuperresDenom.
    init(upscaledWidth: Int, height: Int, denominator: Int = numerator) {
        self.upscaledWidth = upscaledWidth
        self.height = height
        width = (upscaledWidth * Self.numerator + denominator / 2) / denominator
    }

    /// Indicates whether super-resolution changes the width.
    var isUpscaled: Bool { width != upscaledWidth }
}
