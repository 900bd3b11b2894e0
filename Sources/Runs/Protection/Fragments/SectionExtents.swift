import Failures
import Presentations
import SampleEncryption

/// The extents of fMP4 initialization sections, which depend on the signalling of their keys.
///
/// With them all offsets in fMP4 files are final: that of every byte is known before one is written.
enum SectionExtents {
    /// Returns the extents of the sections that name keys.
    ///
    /// - Parameters:
    ///   - plan: the plan of the media resources.
    ///   - lines: the source of the `pssh` boxes and key ids.
    ///   - files: the source files of the presentation.
    /// - Returns: the extents by media resource index.
    /// - Throws: `RunFailure` if a section cannot be read or protected.
    static func extents(
        of plan: MediaPlan,
        _ lines: KeyLines,
        in files: SourceFiles
    ) throws(RunFailure) -> [Int: OutputExtent] {
        let protector = SectionProtector(lines: lines)
        var extents: [Int: OutputExtent] = [:]
        for (index, planned) in plan.resources.enumerated() {
            guard case .section(let protection) = planned.treatment else { continue }
            do {
                let input = try ClearPartReader.open(planned.resource, in: files)
                extents[index] =
                    try protector.protected(
                        try SectionReader.bytes(of: planned.resource, from: input),
                        protection,
                        isFurtherForm: planned.isFurtherForm
                    )
                    .extent
            } catch {
                throw RunFailure(writing: error, at: MediaLocation(planned.resource))
            }
        }
        return extents
    }
}
