import Bitstreams

/// `pasp`: the pixel aspect ratio (ISO/IEC 14496-12, 12.1.4).
package struct PixelAspectRatioBox: Hashable, Sendable {
    /// hSpacing, the relative width of a pixel; not 0.
    package let width: UInt32
    /// vSpacing, the relative height of a pixel; not 0.
    package let height: UInt32

    /// Reads the body, or returns nil if it is cut short or has a 0.
    package init?(_ box: Box) {
        var reader = box.reader
        guard let width = try? reader.uint32(), let height = try? reader.uint32(), width > 0, height > 0
        else { return nil }
        self.width = width
        self.height = height
    }
}

extension BoxNode {
    /// The pixel aspect ratio of a sample entry, or nil without a usable `pasp`.
    package var pixelAspectRatio: PixelAspectRatioBox? {
        first("pasp").flatMap { PixelAspectRatioBox($0.box) }
    }
}
