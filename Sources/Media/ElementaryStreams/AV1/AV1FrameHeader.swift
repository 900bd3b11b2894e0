/// A parsed frame header, uncompressed_header (AV1, 5.9.2).
struct AV1FrameHeader: Hashable, Sendable {
    /// The kinds of frame headers.
    enum Purpose: Hashable, Sendable {
        /// show_existing_frame: shows the frame in a reference slot; no tiles follow.
        case showing(slot: Int)
        /// A coded frame with these tiles.
        case coding(tiles: AV1TileInfo)
    }

    /// The kind of the header.
    let purpose: Purpose
    /// The length of the header, in bits.
    let bitLength: Int
    /// The properties of the frame that later headers depend on.
    let reference: AV1ReferenceFrame
    /// refresh_frame_flags: the slots in which the frame is stored once it is complete.
    let refreshFlags: UInt8
    /// The reference slots after parsing the header, before the frame is stored in any of them.
    let references: AV1ReferenceFrames
}
