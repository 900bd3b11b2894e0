import CommonEncryption
package import Presentations

/// The samples of a rendition with more ranges than fMP4 can list, whose last ones stay clear.
package struct CrowdedSamples: Hashable, Sendable {
    /// The playlist of the rendition.
    package let playlist: TreePath
    /// How many samples.
    package let count: Int
    /// Where the first one is.
    package let file: TreePath
    package let offset: UInt64

    /// Those of all renditions that have some, in their order; of shared segments those of the first one.
    static func find(_ presentation: Presentation, _ layout: MediaLayout) -> [CrowdedSamples] {
        var seen: Set<Int> = []
        return presentation.renditions.indices.compactMap { index in
            var count = 0
            var first: (file: TreePath, offset: UInt64)?
            for reference in layout.segments[index].compactMap(\.self)
            where seen.insert(reference.unit).inserted {
                let unit = layout.units[reference.unit]
                guard case .fragments(_, let survey, _) = unit.protection,
                    let crowded = survey.crowdedSamples
                else { continue }
                count += crowded.count
                first = first ?? (unit.file, unit.clearRange.lowerBound.addingSaturated(crowded.first))
            }
            return first.map {
                CrowdedSamples(
                    playlist: presentation.renditions[index].path,
                    count: count,
                    file: $0.file,
                    offset: $0.offset
                )
            }
        }
    }

    /// What the user should know.
    var warning: String {
        "\(playlist): the last slices or tiles of \(count) pictures stay clear, for fragmented MP4 cannot list so many of one "
            + "picture (the first: byte \(offset) of \(file)); encode with fewer slices or tiles to protect all"
    }
}
