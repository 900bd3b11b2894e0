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
    /// The offset of its first byte in the output file.
    package var outputOffset: UInt64 = 0

    /// Its bytes.
    package var length: UInt64 { clearRange.upperBound - clearRange.lowerBound }

    init(file: TreePath, clearRange: Range<UInt64>, isIndex: Bool, version: FileVersion) {
        self.file = file
        self.clearRange = clearRange
        self.isIndex = isIndex
        self.version = version
    }
}
