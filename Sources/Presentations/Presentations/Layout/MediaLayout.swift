import HLSPlaylists

/// The media resources of a presentation, each once, and the playlist lines that refer to them.
package struct MediaLayout: Sendable {
    /// The media resources, including all forms of initialization sections.
    ///
    /// Their byte ranges do not overlap, except for the forms of an fMP4 initialization section that is
    /// written several times, each time for another key.
    package var resources: [MediaResource]
    /// The bytes of each segment, by rendition and segment; nil for a segment with `EXT-X-GAP`.
    package let segments: [[MediaReference?]]
    /// The bytes of each initialization section, by rendition and `EXT-X-MAP` tag.
    package let initializationSections: [[MediaReference]]
    /// The boxes between media resources that are copied with them, in the order of files and offsets.
    package var carriedBoxes: [CarriedBox] = []
    /// The indices in `resources` of the initialization sections in the output, by rendition and segment.
    ///
    /// Tells which form of a section a segment uses; nil if it uses none or one that names no key. Empty if
    /// the samples of fMP4 are not encrypted.
    package var usedSections: [[Int?]] = []

    init(
        resources: [MediaResource],
        segments: [[MediaReference?]],
        initializationSections: [[MediaReference]]
    ) {
        self.resources = resources
        self.segments = segments
        self.initializationSections = initializationSections
    }

    /// The output files in the order of their paths, each with the indices of its media resources in the
    /// order of their offsets.
    package var files: [(file: TreePath, resources: [Int])] {
        Dictionary(grouping: resources.indices) { resources[$0].outputFile }
            .map { file, members in
                (
                    file,
                    members.sorted {
                        resources[$0].clearRange.lowerBound < resources[$1].clearRange.lowerBound
                    }
                )
            }
            .sorted { $0.file < $1.file }
    }

    /// Returns the indices of a rendition's media resources, each once, in the order of first use.
    package func resources(ofRendition rendition: Int, in presentation: Presentation) -> [Int] {
        uses(ofRendition: rendition, in: presentation).map(\.resource)
    }

    /// Returns the indices of a rendition's media resources in the output, with the used forms of fMP4
    /// initialization sections.
    package func outputResources(ofRendition rendition: Int, in presentation: Presentation) -> Set<Int> {
        let named = resources(ofRendition: rendition, in: presentation)
        guard !usedSections.isEmpty else { return Set(named) }
        let others = named.filter { index in
            if case .section = resources[index].protection { false } else { true }
        }
        return Set(others).union(usedSections[rendition].compactMap(\.self))
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

extension MediaLayout {
    /// Stores transformations, by indices in `resources`, and updates the output offsets after them.
    ///
    /// Without transformations nothing is copied: a layout may have hundreds of thousands of media resources.
    package mutating func applyTransformations(
        _ transformations: [(index: Int, transformation: MediaResource.Transformation?)],
        in presentation: Presentation
    ) {
        guard !transformations.isEmpty else { return }
        for (index, transformation) in transformations { resources[index].transformation = transformation }
        OutputOffsets.assign(to: &self, in: presentation)
    }
}
