import Presentations

/// A box between the media resources of an fMP4 file that no playlist names but that is copied with them.
///
/// It is an index (`sidx`, `ssix`) or free space (`free`, `skip`).
struct CarriedBox: ClearPart, Sendable {
    /// The path of the file that holds the box.
    let file: TreePath
    /// The byte range in the clear file.
    let clearRange: Range<UInt64>
    /// Indicates whether this is a `sidx`, which refers to the offsets of other bytes.
    let isIndex: Bool
    /// The version of the file when the presentation was read.
    let version: FileVersion
    /// The playlist line that first names the file, for messages.
    let origin: MediaReference.Origin

    /// Creates a box in the file of `resource`.
    init(inFileOf resource: MediaResource, clearRange: Range<UInt64>, isIndex: Bool) {
        file = resource.file
        self.clearRange = clearRange
        self.isIndex = isIndex
        version = resource.version
        origin = resource.origin
    }
}
