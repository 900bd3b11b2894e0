package import SampleEncryption

/// A media resource: bytes of a file that are encrypted as one, a whole file or a byte range.
package struct MediaResource: Sendable {
    /// The path of the clear file.
    package let file: TreePath
    /// The byte range in the clear file.
    package let clearRange: Range<UInt64>
    /// The kind of content: segment or initialization section.
    package let content: IVContext.Content
    /// The version of the file when the presentation was read.
    package let version: FileVersion
    /// The number of media resources before this one in the same file.
    package let ordinal: Int
    /// The playlist line that first names the media resource, for messages.
    package let origin: MediaReference.Origin

    init(
        file: TreePath,
        clearRange: Range<UInt64>,
        content: IVContext.Content,
        version: FileVersion,
        ordinal: Int = 0,
        origin: MediaReference.Origin
    ) {
        self.file = file
        self.clearRange = clearRange
        self.content = content
        self.version = version
        self.ordinal = ordinal
        self.origin = origin
    }

    /// Returns the media resource with its number in the file.
    func numbered(_ ordinal: Int) -> MediaResource {
        MediaResource(
            file: file,
            clearRange: clearRange,
            content: content,
            version: version,
            ordinal: ordinal,
            origin: origin
        )
    }
}

/// A reference from a playlist line to bytes of a media file.
package struct MediaReference: Hashable, Sendable {
    /// A line of a media playlist.
    package struct Origin: Hashable, Sendable {
        /// The index of the rendition in the presentation.
        package let rendition: Int
        /// The path of the playlist.
        let playlist: TreePath
        /// The line number, from 1.
        let line: Int

        /// Creates the origin of a playlist line.
        package init(rendition: Int, playlist: TreePath, line: Int) {
            self.rendition = rendition
            self.playlist = playlist
            self.line = line
        }
    }

    /// The index in `MediaLayout.resources` of the media resource that holds the bytes.
    package let resource: Int
    /// The byte range within the clear media resource: all of it, except for an I-frame.
    package let range: Range<UInt64>
    /// Indicates whether the playlist states a byte range (`EXT-X-BYTERANGE`, or `BYTERANGE` of `EXT-X-MAP`).
    let hasByteRange: Bool
}

extension MediaReference.Origin: CustomStringConvertible {
    /// The location as `PLAYLIST:LINE`.
    package var description: String { "\(playlist):\(line)" }
}
