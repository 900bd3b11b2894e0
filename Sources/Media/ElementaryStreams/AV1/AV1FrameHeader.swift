/// What is known of a frame when its header is read, uncompressed_header (AV1, 5.9.2).
package struct AV1FrameHeader: Hashable, Sendable {
    /// What a header is there for.
    package enum Purpose: Hashable, Sendable {
        /// show_existing_frame: no tiles follow. Gives the slot of the frame.
        case showing(slot: Int)
        /// A coded frame, with these tiles.
        case coding(tiles: AV1TileInfo)
    }

    /// What it is there for.
    package let purpose: Purpose
    /// Bits of the header.
    package let bitLength: Int
    /// What later headers depend on.
    let reference: AV1ReferenceFrame
    /// refresh_frame_flags: the slots that keep it once it is complete.
    let refreshFlags: UInt8
    /// The slots before it is kept, as its header left them.
    let references: AV1ReferenceFrames
}
