/// What later frame headers depend on of a frame that was kept for reference (AV1, 7.20).
struct AV1ReferenceFrame: Hashable, Sendable {
    /// RefFrameType.
    let type: AV1FrameType
    /// RefFrameId; 0 in sequences without frame ids.
    let frameID: UInt32
    /// RefOrderHint; 0 in sequences without order hints.
    let orderHint: Int
    /// RefUpscaledWidth, in luma samples.
    let upscaledWidth: Int
    /// RefFrameHeight, in luma samples.
    let height: Int
    /// What segmentation_params left.
    let segmentation: AV1Segmentation
    /// Whether show_existing_frame may show it.
    let isShowable: Bool
}
