/// The location of a media resource or box for messages: file, offset, and playlist line.
package struct MediaLocation: Hashable, Sendable {
    /// The path of the file.
    package let file: TreePath
    /// The offset in the file from which error offsets are counted, in bytes.
    package let offset: UInt64
    /// The playlist line that first names the part.
    let origin: MediaReference.Origin

    /// Creates the location of a part.
    ///
    /// Set `offset` if error offsets are not counted from the first byte of the part.
    package init(_ part: some ClearPart, at offset: UInt64? = nil) {
        file = part.file
        self.offset = offset ?? part.clearRange.lowerBound
        origin = part.origin
    }
}

extension MediaLocation: CustomStringConvertible {
    /// The playlist, the line and the media file, for messages.
    package var description: String { "\(origin): \(file)" }
}
