import Presentations
import TextFormats

/// A file that is not as it was published.
struct FileChange {
    /// The kind of change.
    enum Kind {
        /// The file is gone.
        case missing
        /// No file of this name was published.
        case added
        /// The file has another size, in bytes.
        case size(current: UInt64, published: UInt64)
        /// The file has other bytes in one or more of so many media resources.
        case bytes(resourceCount: Int)
        /// The file has other initialization sections.
        case sections
        /// The playlist is unchanged, but its media are others.
        case media
        /// The playlist has other lines than those of the published outline.
        case playlist(PlaylistLineHashes)
    }

    /// The path of the file in the tree.
    let path: String
    let kind: Kind

    var isOfPlaylist: Bool {
        if case .playlist = kind { true } else { false }
    }

    /// The message of the finding, or nil for a playlist, whose lines are reported instead.
    var message: String? {
        switch kind {
        case .missing: "the file was published and is gone"
        case .added: "the file was not published"
        case .size(let currentSize, let publishedSize):
            "the file has \(CountText.text(currentSize, "byte")) (published with \(publishedSize))"
        case .bytes: "the bytes of the file are not those that were published"
        case .sections: "the initialization sections of the file are not those that were published"
        case .media: "the media of the playlist are not those that were published with it"
        case .playlist: nil
        }
    }
}
