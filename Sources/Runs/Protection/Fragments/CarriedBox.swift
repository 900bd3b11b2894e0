/// A box between the media resources of an fMP4 file that no playlist names but that is copied with them.
///
/// It is an index (`sidx`, `ssix`) or free space (`free`, `skip`).
package struct CarriedBox: Sendable {
    /// The path of the file that holds the box.
    package let file: TreePath
    /// The byte range in the clear file.
    package let clearRange: Range<UInt64>
    /// Indicates whether this is a `sidx`, which refers to the offsets of other bytes.
    package let isIndex: Bool
    /// The version of the file when the presentation was read.
    package let version: FileVersion
    /// The playlist line that first names the file, for messages.
    package let origin: MediaReference.Origin
    /// The offset of the first byte in the output file.
    package var outputOffset: UInt64 = 0

    /// Creates a box in the file of `resource`.
    package init(inFileOf resource: MediaResource, clearRange: Range<UInt64>, isIndex: Bool) {
        file = resource.file
        self.clearRange = clearRange
        self.isIndex = isIndex
        version = resource.version
        origin = resource.origin
    }
}
