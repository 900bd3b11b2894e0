import HLSPlaylists
import Inspection
import Presentations

/// Parts of segments and skipped segments are not looked at, so nothing may be said to hold where there are any.
enum LowLatencyCheck {
    /// The first tag of low latency.
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
