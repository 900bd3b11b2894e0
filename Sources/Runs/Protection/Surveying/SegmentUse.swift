import HLSPlaylists
import Presentations

/// A segment or an I-frame of a playlist, and the media resources that it needs.
struct SegmentUse {
    /// The index of the rendition.
    let rendition: Int
    /// The index of its media resource; for an I-frame, of the resource that holds it.
    let resource: Int
    /// The index of its initialization section's media resource, or nil without `EXT-X-MAP`.
    let section: Int?
    /// Indicates whether this is an I-frame in a segment of another playlist.
    ///
    /// That segment determines the protection of the I-frame.
    let isSharedIFrame: Bool
    /// The discontinuity sequence number.
    let discontinuitySequence: UInt64
    /// The playlist line that names it.
    let origin: MediaReference.Origin
}

extension MediaLayout {
    /// Returns all segments and I-frames in the order of the playlists, without those of `EXT-X-GAP`.
    func segmentUses(in presentation: Presentation) -> [SegmentUse] {
        var uses: [SegmentUse] = []
        for (index, references) in segments.enumerated() {
            let rendition = presentation.renditions[index]
            for (segment, reference) in zip(rendition.playlist.segments, references) {
                guard let reference else { continue }
                let owner = presentation.renditions[resources[reference.resource].origin.rendition].playlist
                uses.append(
                    SegmentUse(
                        rendition: index,
                        resource: reference.resource,
                        section: segment.initializationSection.map {
                            initializationSections[index][$0].resource
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
