/// The properties of a stored reference frame that later frame headers depend on (AV1, 7.20).
struct AV1ReferenceFrame: Hashable, Sendable {
    /// RefFrameType.
    let type: AV1FrameType
    /// RefFrameId, or 0 in sequences without frame ids.
    let frameID: UInt32
    /// RefOrderHint, or 0 in sequences without order hints.
    let orderHint: Int
    /// RefUpscaledWidth, in luma samples.
    let upscaledWidth: Int
    /// RefFrameHeight, in luma samples.
    let height: Int
    /// The segmentation parameters of the frame.
    let segmentation: AV1Segmentation
    /// Indicates whether show_existing_frame may show the frame.
    let isShowable: Bool
}
