/// A box of a file of fMP4 that no playlist names and that goes with the segments around it: an index, or room.
package struct CarriedBox: Sendable {
    /// The file.
    package let file: TreePath
    /// Its bytes in the clear file.
    package let clearRange: Range<UInt64>
    /// Whether it is a `sidx`, which says where other bytes are.
    package let isIndex: Bool
    /// The file as it was when the presentation was read.
    package let version: FileVersion
    /// The playlist line that names the file first, for messages.
    package let origin: MediaReference.Origin
    /// The offset of its first byte in the output file.
    package var outputOffset: UInt64 = 0

    /// A box in the file of a unit.
    package init(besides unit: MediaUnit, clearRange: Range<UInt64>, isIndex: Bool) {
        file = unit.file
        self.clearRange = clearRange
        self.isIndex = isIndex
        version = unit.version
        origin = unit.origin
    }
}
