import HLSPlaylists
import Presentations

/// A segment or an I-frame of a playlist, and the units that it needs.
struct SegmentUse {
    /// The index of the rendition.
    let rendition: Int
    /// Its unit; of an I-frame the one that holds it.
    let unit: Int
    /// The unit of its `EXT-X-MAP`; nil when it stands under none.
    let section: Int?
    /// Whether it is an I-frame in a segment of another playlist, which decides over the segment.
    let isSharedIFrame: Bool
    /// How many discontinuities are before it.
    let discontinuitySequence: UInt64
    /// The playlist line that names it.
    let origin: MediaReference.Origin
}

extension MediaLayout {
    /// All segments and I-frames that are there, in the order of the playlists.
    func segmentUses(in presentation: Presentation) -> [SegmentUse] {
        var uses: [SegmentUse] = []
        for (index, references) in segments.enumerated() {
            let rendition = presentation.renditions[index]
            for (segment, reference) in zip(rendition.playlist.segments, references) {
                guard let reference else { continue }
                let owner = presentation.renditions[units[reference.unit].origin.rendition].playlist
                uses.append(
                    SegmentUse(
                        rendition: index,
                        unit: reference.unit,
                        section: segment.initializationSection.map {
                            initializationSections[index][$0].unit
                        },
                        isSharedIFrame: rendition.playlist.isIFramesOnly && !owner.isIFramesOnly,
                        discontinuitySequence: segment.discontinuitySequence,
                        origin: MediaReference.Origin(
                            rendition: index,
                            playlist: rendition.path,
                            line: segment.uriLine
                        )
                    )
                )
            }
        }
        return uses
    }
}
