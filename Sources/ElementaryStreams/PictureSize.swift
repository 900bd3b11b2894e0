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
}
