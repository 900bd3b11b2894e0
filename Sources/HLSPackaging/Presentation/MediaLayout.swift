import HLSPlaylists

/// Which bytes of which files a presentation is made of, each once, and where its playlists name them.
package struct MediaLayout: Sendable {
    /// The runs of bytes that are encrypted as one.
    ///
    /// No two overlap.
    package internal(set) var units: [MediaUnit]
    /// For each rendition and each of its segments the bytes; nil for a segment with `EXT-X-GAP`.
    package let segments: [[MediaReference?]]
    /// For each rendition and each of its `EXT-X-MAP` tags the bytes.
    package let initializationSections: [[MediaReference]]

    /// The files in the order of their names, with the indices of their units in the order of their bytes.
    package var files: [(file: TreePath, units: [Int])] {
        Dictionary(grouping: units.indices) { units[$0].file }
            .map { file, members in
                (file, members.sorted { units[$0].clearRange.lowerBound < units[$1].clearRange.lowerBound })
            }
            .sorted { $0.file < $1.file }
    }

    /// The units of a rendition, each once, in the order in which its playlist needs them.
    package func units(ofRendition rendition: Int, in presentation: Presentation) -> [Int] {
        uses(ofRendition: rendition, in: presentation).map(\.unit)
    }

    /// The units of a rendition with the media sequence numbers of the segments that need them first; nil for sections.
    package func uses(
        ofRendition rendition: Int,
        in presentation: Presentation
    ) -> [(unit: Int, mediaSequence: UInt64?)] {
        var seen: Set<Int> = []
        var ordered: [(unit: Int, mediaSequence: UInt64?)] = []
        for (index, segment) in presentation.renditions[rendition].playlist.segments.enumerated() {
            let section = segment.initializationSection.map { initializationSections[rendition][$0].unit }
            if let section, seen.insert(section).inserted { ordered.append((section, nil)) }
            if let unit = segments[rendition][index]?.unit, seen.insert(unit).inserted {
                ordered.append((unit, segment.mediaSequence))
            }
        }
        return ordered
    }
}
