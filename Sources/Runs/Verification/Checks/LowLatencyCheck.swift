import HLSPlaylists
import Inspection
import Presentations

/// Reports low-latency playlists, since partial segments and skipped segments are not checked.
enum LowLatencyCheck {
    /// Returns a finding about the first low-latency tag, or nil if there is none.
    static func finding(_ rendition: MediaRendition) -> Finding? {
        rendition.playlist.lowLatencyTags.first.map {
            Finding(
                .notChecked,
                "\($0.value.name) cannot be checked by this version",
                playlist: rendition.path.description,
                line: $0.line
            )
        }
    }
}
