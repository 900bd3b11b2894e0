import CommonEncryption
import Presentations
import TextFormats

/// The samples with more encrypted ranges than fMP4 can list, of which the last ones stay clear.
package struct SubsampleOverflow: Hashable, Sendable {
    /// The media playlist of the rendition.
    let playlist: TreePath
    /// The number of such samples.
    package let count: Int
    /// The file of the first such sample, and its offset there in bytes.
    let file: TreePath
    let offset: UInt64

    /// Returns these samples of each rendition that has any, in order.
    ///
    /// A sample of a shared segment counts for the first of its renditions.
    static func find(_ presentation: Presentation, _ plan: MediaPlan) -> [SubsampleOverflow] {
        var seen: Set<Int> = []
        return presentation.renditions.indices.compactMap { index in
            var count = 0
            var first: (file: TreePath, offset: UInt64)?
            for reference in plan.layout.segments[index].compactMap(\.self)
            where seen.insert(reference.resource).inserted {
                let planned = plan.resources[reference.resource]
                guard case .fragments(_, let survey, _) = planned.treatment,
                    let partlyProtected = survey.partlyProtectedSamples
                else { continue }
                count += partlyProtected.count
                first =
                    first ?? (
                        planned.resource.file,
                        planned.resource.clearRange.lowerBound.addingSaturated(partlyProtected.first)
                    )
            }
            return first.map {
                SubsampleOverflow(
                    playlist: presentation.renditions[index].path,
                    count: count,
                    file: $0.file,
                    offset: $0.offset
                )
            }
        }
    }

    var warning: String {
        "\(playlist): the last slices or tiles of \(CountText.text(count, "picture")) stay clear, because fragmented MP4 cannot "
            + "list so many of one picture (the first: byte \(offset) of \(file)); encode with fewer slices or tiles to protect all"
    }
}
