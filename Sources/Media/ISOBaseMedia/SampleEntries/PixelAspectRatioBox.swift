import Bitstreams

/// `pasp`: the shape of a pixel (ISO/IEC 14496-12, 12.1.4).
package struct PixelAspectRatioBox: Hashable, Sendable {
    /// hSpacing, relative to `height`; not 0.
    package let width: UInt32
    /// vSpacing; not 0.
    package let height: UInt32

    /// - Returns: nil where it says nothing: cut short, or a 0.
    package init?(_ box: Box) {
        var reader = box.reader
        guard let width = try? reader.uint32(), let height = try? reader.uint32(), width > 0, height > 0
        else { return nil }
        self.width = width
        self.height = height
    }
}

extension BoxNode {
    /// The shape of pixels by `pasp` of a sample entry; nil without.
    package var pixelAspectRatio: PixelAspectRatioBox? {
        first("pasp").flatMap { PixelAspectRatioBox($0.box) }
    }
}
