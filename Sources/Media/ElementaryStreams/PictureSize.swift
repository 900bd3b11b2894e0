/// The size of a picture as a decoder gives it out, in luma samples, cropped.
package struct PictureSize: Hashable, Sendable {
    /// Samples from left to right.
    package let width: UInt32
    /// Samples from top to bottom.
    package let height: UInt32

    /// A size.
    package init(width: UInt32, height: UInt32) {
        self.width = width
        self.height = height
    }

    /// The size at which the picture is shown: as high as it is, and wider or narrower by the shape of its pixels, in whole
    /// pixels, rounded down.
    ///
    /// - Parameters:
    ///   - width: of a pixel; 0 where that is not known.
    ///   - height: of a pixel; 0 where that is not known.
    /// - Returns: the size; this one where the shape is not known, or is none.
    package func shown(withPixels width: UInt32, _ height: UInt32) -> PictureSize {
        // What is larger is no shape.
        guard (1...0xFFFF).contains(width), (1...0xFFFF).contains(height) else { return self }
        let shown = UInt64(self.width) * UInt64(width) / UInt64(height)
        return PictureSize(width: UInt32(clamping: max(1, shown)), height: self.height)
    }
}
