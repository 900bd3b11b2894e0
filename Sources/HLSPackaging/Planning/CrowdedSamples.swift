import HLSPlaylists
import SampleEncryption

/// What the user should know of samples with more ranges than fMP4 can list.
enum CrowdedSamples {
    /// One line for each rendition that has some, in the order of the renditions; of shared segments for the first one.
    static func warnings(_ presentation: Presentation, _ layout: MediaLayout) -> [String] {
        var seen: Set<Int> = []
        return presentation.renditions.indices.compactMap { index in
            var count = 0
            var first: (unit: MediaUnit, offset: UInt64)?
            for reference in layout.segments[index].compactMap(\.self)
            where seen.insert(reference.unit).inserted {
                let unit = layout.units[reference.unit]
                guard case .fragments(_, let survey, _) = unit.protection,
                    let crowded = survey.crowdedSamples
                else { continue }
                count += crowded.count
                first = first ?? (unit, unit.clearRange.lowerBound.addingSaturated(crowded.first))
            }
            guard let first else { return nil }
            return
                "\(presentation.renditions[index].path): the last slices or tiles of \(count) pictures stay clear, for "
                + "fragmented MP4 cannot list so many of one picture (the first: byte \(first.offset) of "
                + "\(first.unit.file)); encode with fewer slices or tiles to protect all"
        }
    }
}
