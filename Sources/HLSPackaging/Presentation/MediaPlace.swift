/// Where a unit of media is, for messages: its file, its first byte there, and the playlist line that names it.
package struct MediaPlace: Hashable, Sendable {
    /// The file.
    package let file: TreePath
    /// The first byte of the unit in the file.
    package let offset: UInt64
    /// The playlist line that names it first.
    package let origin: MediaReference.Origin

    /// The place of a unit.
    package init(_ unit: MediaUnit) {
        file = unit.file
        offset = unit.clearRange.lowerBound
        origin = unit.origin
    }
}
