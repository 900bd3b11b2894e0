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
