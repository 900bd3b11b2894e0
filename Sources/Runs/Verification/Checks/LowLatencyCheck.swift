import HLSPlaylists
import Inspection
import Presentations

/// Reports low-latency playlists, since partial segments and skipped segments are not checked.
struct LowLatencyCheck: RenditionCheck {
    /// A finding about the first low-latency tag, or none.
    let findings: [Finding]

    init(of rendition: MediaRendition) {
        findings = rendition.playlist.lowLatencyTags.prefix(1).map {
            Finding(
                .notChecked,
                "\($0.value.name) cannot be checked by this version",
                playlist: rendition.path.description,
                line: $0.line
            )
        }
    }
}
