import ISOBaseMedia
import Mezzanines

/// The display size in `tkhd`: 16.16 fixed point, in square pixels, 0 for audio.
struct DisplaySize: Hashable, Sendable {
    let width: UInt32
    let height: UInt32

    /// Computes the size from the coded size and the pixel aspect ratio in `pasp` (ISO/IEC 14496-12, 12.1.4).
    init(_ format: TrackFormat) {
        guard let picture = format.codedSize else {
            width = 0
            height = 0
            return
        }
        let shape = format.sampleEntry.pixelAspectRatio
        let scaled = Int128(picture.width) * Int128(shape?.width ?? 1) << 16 / Int128(shape?.height ?? 1)
        width = UInt32(clamping: scaled)
        height = UInt32(clamping: Int128(picture.height) << 16)
    }
}
