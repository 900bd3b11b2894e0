import Presentations

/// A file that is not as it was published.
struct FileChange {
    /// How.
    enum Kind {
        /// It is gone.
        case missing
        /// There was none of its name.
        case added
        /// It has another size.
        case size(now: UInt64, published: UInt64)
        /// It has other bytes; of so many units of media.
        case bytes(units: Int)
        /// It has other initialization sections.
        case sections
        /// It is a playlist as it was, with other media.
        case media
        /// It is a playlist with other lines.
        case playlist(PlaylistOutline)
    }

    /// Its path in the tree.
    let path: String
    let kind: Kind

    var isOfPlaylist: Bool {
        if case .playlist = kind { true } else { false }
    }

    /// In words; nil of a playlist, whose lines say it.
    var words: String? {
        switch kind {
        case .missing: "the file was published and is gone"
        case .added: "the file was not published"
        case .size(let now, let published): "the file has \(now) bytes (published with \(published))"
        case .bytes: "the file has other bytes than were published"
        case .sections: "the file has other initialization sections than were published"
        case .media: "the media of the playlist are others than were published with it"
        case .playlist: nil
        }
    }
}
