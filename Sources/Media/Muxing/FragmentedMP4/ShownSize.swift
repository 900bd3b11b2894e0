import ISOBaseMedia
import Mezzanines

/// The size that pictures are shown in, as `tkhd` has it: 16.16 fixed point, pixels square; 0 of sound.
struct ShownSize: Hashable, Sendable {
    /// Width.
    let width: UInt32
    /// Height.
    let height: UInt32

    /// - Parameter format: its sample entry tells the shape of a pixel in `pasp` (ISO/IEC 14496-12, 12.1.4).
    init(_ format: TrackFormat) {
        guard let picture = format.picture else {
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
