/// The size of a frame, in luma samples (AV1, 5.9.5 and 5.9.8).
struct AV1FrameSize: Hashable, Sendable {
    /// SUPERRES_NUM.
    private static let numerator = 8

    /// UpscaledWidth: after super-resolution.
    let upscaledWidth: Int
    /// FrameWidth: as it is coded.
    let width: Int
    /// FrameHeight.
    let height: Int

    /// - Parameters:
    ///   - upscaledWidth: UpscaledWidth.
    ///   - height: FrameHeight.
    ///   - denominator: SuperresDenom.
    init(upscaledWidth: Int, height: Int, denominator: Int = numerator) {
        self.upscaledWidth = upscaledWidth
        self.height = height
        width = (upscaledWidth * Self.numerator + denominator / 2) / denominator
    }

    /// Whether super-resolution is used so that it makes a difference.
    var isUpscaled: Bool { width != upscaledWidth }
}
