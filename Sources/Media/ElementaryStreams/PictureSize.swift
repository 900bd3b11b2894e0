/// The size of a decoded picture after cropping, in luma samples.
package struct PictureSize: Hashable, Sendable {
    /// The number of samples in a row.
    package let width: UInt32
    /// The number of rows.
    package let height: UInt32

    /// Creates a size.
    package init(width: UInt32, height: UInt32) {
        self.width = width
        self.height = height
    }

    /// Returns the display size: the width is scaled by the pixel aspect ratio and rounded down, the height
    /// stays.
    ///
    /// - Parameters:
    ///   - width: the width of a pixel in the aspect ratio, 0 if unknown.
    ///   - height: the height of a pixel in the aspect ratio, 0 if unknown.
    /// - Returns: the display size, or this size if the aspect ratio is unknown or invalid.
    package func displaySize(pixelWidth width: UInt32, pixelHeight height: UInt32) -> PictureSize {
        // Larger values are taken as invalid.
        guard (1...0xFFFF).contains(width), (1...0xFFFF).contains(height) else { return self }
        let displayWidth = UInt64(self.width) * UInt64(width) / UInt64(height)
        return PictureSize(width: UInt32(clamping: max(1, displayWidth)), height: self.height)
    }
}
