/// A decimal resolution in pixels, `1280x720` (RFC 8216bis 4.2).
package struct Resolution: Hashable, Sendable {
    /// The width in pixels.
    package let width: UInt64
    /// The height in pixels.
    package let height: UInt64

    /// Creates a resolution in pixels.
    package init(width: UInt64, height: UInt64) {
        self.width = width
        self.height = height
    }

    init?(parsing text: ArraySlice<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
        guard parts.count == 2, let width = DecimalInteger.parse(parts[0]),
            let height = DecimalInteger.parse(parts[1])
        else { return nil }
        self.init(width: width, height: height)
    }
}
