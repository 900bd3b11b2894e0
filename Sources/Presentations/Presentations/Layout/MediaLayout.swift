import HLSPlaylists

/// The media resources of a presentation, each once, and the playlist lines that refer to them.
package struct MediaLayout: Sendable {
    /// The media resources, whose byte ranges do not overlap.
    package let resources: [MediaResource]
    /// The bytes of each segment, by rendition and segment; nil for a segment with `EXT-X-GAP`.
    package let segments: [[MediaReference?]]
    /// The bytes of each initialization section, by rendition and `EXT-X-MAP` tag.
    package let initializationSections: [[MediaReference]]

    init(
        resources: [MediaResource],
        segments: [[MediaReference?]],
        initializationSections: [[MediaReference]]
    ) {
        self.resources = resources
        self.segments = segments
        self.initializationSections = initializationSections
    }

    /// Returns the indices of a rendition's media resources, each once, in the order of first use.
    package func resources(ofRendition rendition: Int, in presentation: Presentation) -> [Int] {
        uses(ofRendition: rendition, in: presentation).map(\.resource)
    }

    /// Returns the indices of a rendition's media resources, each once, in the order of first use.
    ///
    /// Each has the media sequence number of the segment that first uses it; nil for an initialization
    /// section.
    package func uses(
        ofRendition rendition: Int,
        in presentation: Presentation
    ) -> [(resource: Int, mediaSequence: UInt64?)] {
        var seen: Set<Int> = []
        var ordered: [(resource: Int, mediaSequence: UInt64?)] = []
        for (index, segment) in presentation.renditions[rendition].playlist.segments.enumerated() {
            let section = segment.initializationSection.map { initializationSections[rendition][$0].resource }
            if let section, seen.insert(section).inserted { ordered.append((section, nil)) }
            if let resource = segments[rendition][index]?.resource, seen.insert(resource).inserted {
                ordered.append((resource, segment.mediaSequence))
            }
        }
        return ordered
    }
}
