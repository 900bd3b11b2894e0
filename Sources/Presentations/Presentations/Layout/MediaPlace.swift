/// Where a unit of media is, for messages: its file, its first byte there, and the playlist line that names it.
package struct MediaPlace: Hashable, Sendable {
    /// The file.
    package let file: TreePath
    /// The first byte of the unit in the file.
    package let offset: UInt64
    /// The playlist line that names it first.
    package let origin: MediaReference.Origin

    /// The place of a part; `offset` where offsets are counted from another byte of the file than its first.
    package init(_ part: some ClearPart, at offset: UInt64? = nil) {
        file = part.file
        self.offset = offset ?? part.clearRange.lowerBound
        origin = part.origin
    }
}

extension MediaPlace: CustomStringConvertible {
    /// The playlist, its line and the media file.
    package var description: String { "\(origin): \(file)" }
}
