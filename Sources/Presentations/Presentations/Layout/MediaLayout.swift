import HLSPlaylists

/// Which bytes of which files a presentation is made of, each once, and where its playlists name them.
package struct MediaLayout: Sendable {
    /// The runs of bytes that are encrypted as one.
    ///
    /// No two overlap, but for initialization sections of fMP4 that are written several times, each for another key.
    package var units: [MediaUnit]
    /// For each rendition and each of its segments the bytes; nil for a segment with `EXT-X-GAP`.
    package let segments: [[MediaReference?]]
    /// For each rendition and each of its `EXT-X-MAP` tags the bytes.
    package let initializationSections: [[MediaReference]]
    /// Boxes that stand between units and go with them, in the order of their files and bytes.
    package var carriedBoxes: [CarriedBox] = []
    /// For each rendition and each of its segments the unit of its `EXT-X-MAP` in the output; empty where sections have one
    /// form only.
    package var sectionUnits: [[Int?]] = []

    /// A layout from its parts.
    init(units: [MediaUnit], segments: [[MediaReference?]], initializationSections: [[MediaReference]]) {
        self.units = units
        self.segments = segments
        self.initializationSections = initializationSections
    }

    /// The files of the output in the order of their names, with the indices of their units in the order of their bytes.
    package var files: [(file: TreePath, units: [Int])] {
        Dictionary(grouping: units.indices) { units[$0].outputFile }
            .map { file, members in
                (file, members.sorted { units[$0].clearRange.lowerBound < units[$1].clearRange.lowerBound })
            }
            .sorted { $0.file < $1.file }
    }

    /// The units of a rendition, each once, in the order in which its playlist needs them.
    package func units(ofRendition rendition: Int, in presentation: Presentation) -> [Int] {
        uses(ofRendition: rendition, in: presentation).map(\.unit)
    }

    /// The units of a rendition in the output: of sections of fMP4 the forms that its segments need.
    package func outputUnits(ofRendition rendition: Int, in presentation: Presentation) -> Set<Int> {
        let named = units(ofRendition: rendition, in: presentation)
        guard !sectionUnits.isEmpty else { return Set(named) }
        let others = named.filter { unit in
            if case .section = units[unit].protection { false } else { true }
        }
        return Set(others).union(sectionUnits[rendition].compactMap(\.self))
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
