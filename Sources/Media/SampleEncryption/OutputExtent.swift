/// The length of a media resource in the output, and where its clear bytes are in it.
package struct OutputExtent: Hashable, Sendable {
    /// The length in the output, in bytes.
    package let length: UInt64
    /// The map from clear offsets to output offsets, both within the media resource.
    package let map: OffsetMap

    /// Creates an extent from its parts.
    package init(length: UInt64, map: OffsetMap = .identity) {
        self.length = length
        self.map = map
    }
}
