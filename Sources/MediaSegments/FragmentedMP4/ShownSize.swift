import Bitstreams
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
        let shape = Self.pixelShape(format.sampleEntry)
        let scaled = Int128(picture.width) * Int128(shape.horizontal) << 16 / Int128(shape.vertical)
        width = UInt32(clamping: scaled)
        height = UInt32(clamping: Int128(picture.height) << 16)
    }

    private static func pixelShape(_ entry: BoxNode) -> (horizontal: UInt32, vertical: UInt32) {
        guard let box = entry.first("pasp")?.box else { return (1, 1) }
        var reader = box.reader
        guard let horizontal = try? reader.uint32(), let vertical = try? reader.uint32(), horizontal > 0,
            vertical > 0
        else { return (1, 1) }
        return (horizontal, vertical)
    }
}
